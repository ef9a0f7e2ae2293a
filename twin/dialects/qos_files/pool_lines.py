"""Traffic pools of a configuration as service pools and priority groups."""

from __future__ import annotations

from dataclasses import dataclass

from twin.dialects.qos_files.pools import LOSSLESS, NAMES
from twin.dialects.qos_files.profile_lines import Lines, list_of, told
from twin.model.qos import Qos, TrafficPool

_NUMBER_OF = {name: number for number, name in NAMES.items()} | {LOSSLESS: 1}
_GROUP_OF = {0: "bulk"}  # the others are `serviceN`, by the comments of the installed file


def _pool_number(name: str) -> int:
    number = name.removeprefix("service-pool-")
    found = _NUMBER_OF.get(name, int(number) if number.isdecimal() else None)
    if found is None:
        raise ValueError(f"traffic pool {name!r}: flat files have no pool of that name")
    return found


@dataclass(frozen=True, slots=True)
class PoolLines:
    """One service pool; group: the priority group that uses it, where it has priorities."""

    number: int
    told: TrafficPool
    group: str | None
    priorities: str
    infinite: str | None


def pools_of(qos: Qos) -> list[PoolLines]:
    """By number. ValueError for a pool that flat files do not have."""
    found = []
    for name, pool in qos.pools.items():
        number = _pool_number(name)
        if name == LOSSLESS and pool.priorities:
            raise ValueError(f"traffic pool {name!r}: flat files give it no priorities")
        group = _GROUP_OF.get(number, f"service{number}") if name != LOSSLESS else None
        found.append(
            PoolLines(
                number,
                pool,
                group if pool.priorities else None,
                list_of(sorted(pool.priorities)),
                None if pool.egress_infinite is None else str(pool.egress_infinite).upper(),
            )
        )
    return sorted(found, key=lambda pool: pool.number)


def flow_control(qos: Qos) -> int | None:
    """The ingress pool of priorities that pause, where it is said."""
    if LOSSLESS in qos.pools:
        return _NUMBER_OF[LOSSLESS]
    return 0 if qos.shared_ingress_pool else None


def lossless_egress(qos: Qos) -> Lines:
    """What priorities that pause have beside the pool that holds them."""
    pool = qos.lossless_egress_pool
    return told(
        ("egress_service_pool", None if pool is None else _pool_number(pool)),
        ("ingress_buffer.dynamic_quota", qos.lossless_quota),
        ("egress_buffer.dynamic_quota", qos.lossless_egress_quota),
    )
