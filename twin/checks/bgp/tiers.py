"""How high a switch stands in the fabric: what makes a cable an uplink."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

from twin.assemble.twin import Twin

_ROLES = {"leaf": 1, "tor": 1, "spine": 2, "agg": 2, "superspine": 3, "core": 3}


@dataclass
class Tiers:
    """1 for switches that hosts are plugged into, one more per stage."""

    twin: Twin

    def of(self, name: str) -> int | None:
        """By role, where the role is a known word, else by distance; None when nobody knows."""
        known = _ROLES.get(self.twin.devices[name].node.role or "")
        return known if known is not None else self._distances.get(name)

    @cached_property
    def _distances(self) -> dict[str, int]:
        """Cables from the nearest host."""
        found = {device.name: 0 for device in self.twin.hosts}
        queue = deque(found)
        while queue:
            name = queue.popleft()
            for link in self.twin.links_of.get(name, {}).values():
                for end in link.ends:
                    if end.node not in found:
                        found[end.node] = found[name] + 1
                        queue.append(end.node)
        return found
