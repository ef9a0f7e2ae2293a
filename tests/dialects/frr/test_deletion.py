"""Every line that a reading claims changes the model when it goes."""

from __future__ import annotations

import pytest

from tests.dialects.deletion import silent_lines
from tests.dialects.frr.reading import CONTEXT, PATH
from tests.dialects.frr.test_bfd import TIMERS
from tests.dialects.frr.test_lists import PREFIXES
from tests.dialects.frr.test_more import ISIS, PBR
from tests.dialects.frr.test_ospf import PORT, PORT2, PORT6, PROCESS, told
from tests.dialects.frr.test_policy import SAME
from twin.dialects.frr import DIALECT

# Each statement where no other one replaces it.
POLICY = "\n".join(f"route-map R permit {n}\n {line}" for n, line in enumerate(SAME, 1))
TEXTS = {
    "policy": f"{POLICY}\n call S\n on-match next\n description x",
    "lists": "\n".join(
        (*PREFIXES, "ip prefix-list A description x", "access-list 1 permit any",
         "bgp as-path access-list P permit ^1_", "bgp community-list standard C permit 65000:1",
         "bgp community-list standard C deny internet",
         "bgp large-community-list 3 permit 1:2:3")
    ),
    "ospf": "\n".join(f"router ospf vrf v{n}\n {line}" for n, line in enumerate(PROCESS)),
    "ospf on interfaces": "\n".join(
        f"interface swp{n}\n {line}"
        for n, line in enumerate(
            [told("ip ospf ", line) for line in (*PORT, *PORT2)]
            + [told("ipv6 ospf6 ", line) for line in (*PORT, *PORT6)]
        )
    ),
    "bfd": "bfd\n" + "\n".join(f" peer 10.0.0.{n}\n  {t}\n exit" for n, t in enumerate(TIMERS, 1)),
    "isis": ISIS,
    "pbr": PBR,
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_a_claimed_line_counts(name: str) -> None:
    assert silent_lines(DIALECT, PATH, TEXTS[name], CONTEXT) == []
