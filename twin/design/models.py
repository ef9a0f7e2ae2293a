"""Switch and NIC models that the intent names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from twin.design.plan import Plan, Problems
from twin.intent.document import Place
from twin.intent.errors import near, one_of
from twin.model.platform import Platform
from twin.model.platforms import platform_named, platform_names

_WORDS = {"switch": "switch", "nic": "NIC"}


@dataclass
class ModelFinder:
    """Finds platforms and reports unknown ones once per place."""

    problems: Problems
    finder: Callable[[str], Platform | None] = platform_named
    _found: dict[str, Platform | None] = field(default_factory=dict)

    def switch(self, name: str, place: Place) -> Platform | None:
        """The platform of a switch model, or None and a problem."""
        return self._find(name, place, "switch")

    def nic(self, name: str, place: Place) -> Platform | None:
        """The platform of a NIC model, or None and a problem."""
        return self._find(name, place, "nic")

    def _find(self, name: str, place: Place, kind: str) -> Platform | None:
        if name not in self._found:
            self._found[name] = self.finder(name)
        platform = self._found[name]
        if platform is None or platform.kind != kind:
            names = [n for n in platform_names() if self._kind(n) == kind]
            what = "no known model" if platform is None else f"a {_WORDS[platform.kind]}"
            found = f"is {name!r}, {what}"
            need = f"a {_WORDS[kind]}: {one_of(names)}{near(name, names)}"
            self.problems.add("INT002", place, found, need)
            return None
        return platform

    def check_host_speeds(self, nic: Platform, plan: Plan) -> None:
        """INT005 for every speed of a host's cable that the NIC does not run at."""
        known = {speed for group in nic.cages for speed in group.speeds_gbps}
        seen: set[float] = set()
        for wire in plan.wires:
            speed = wire.speed_gbps
            if speed in known or speed in seen or not plan.nodes[wire.a].is_host:
                continue
            seen.add(speed)
            found = f"is {speed:g}G, which {nic.name} does not run at"
            need = one_of(f"{s:g}G" for s in sorted(known, reverse=True))
            self.problems.add("INT005", wire.place, found, need)

    @staticmethod
    def _kind(name: str) -> str | None:
        platform = platform_named(name)
        return platform.kind if platform is not None else None
