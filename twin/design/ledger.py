"""Handing out values so that nobody is ever renumbered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

V = TypeVar("V", int, str)


class Ledger(Generic[V]):
    """Who holds which value: those of an earlier run stay, new ones get what is free.

    `claimed` are the holders of this run; the rest of `held` are reservations of holders that the
    intent no longer has, and their values are not given to anybody else.
    """

    def __init__(self, held: Mapping[str, V]) -> None:
        self.held: dict[str, V] = dict(held)
        self.claimed: dict[str, V] = {}
        self._holders: dict[V, str] = {value: key for key, value in self.held.items()}

    def holder(self, value: V) -> str | None:
        """Who holds a value; the last one where several share it."""
        return self._holders.get(value)

    def fix(self, key: str, value: V) -> V:
        """Record a value that `key` is told to have."""
        self.held[key] = self.claimed[key] = value
        self._holders[value] = key
        return value

    def release(self, key: str) -> None:
        """Forget a reservation: its value has been asked for by name."""
        self._holders.pop(self.held.pop(key), None)

    def keep(self, key: str, value: V) -> V:
        """What `key` had in the first run, else `value`: for what several may have alike."""
        return self.fix(key, self.held.get(key, value))

    def claim(
        self, key: str, supply: Iterator[V], fits: Callable[[V], bool] | None = None
    ) -> V | None:
        """The value that `key` holds (and that still `fits` its pool), else the next free one.

        None when the supply has run dry. One supply may serve many calls.
        """
        if key in self.held and (fits is None or fits(self.held[key])):
            return self.fix(key, self.held[key])
        for value in supply:
            if value not in self._holders:
                return self.fix(key, value)
        return None

    def reserved(self) -> int:
        """How many values are kept for holders that are gone."""
        return len(self.held) - len(self.claimed)
