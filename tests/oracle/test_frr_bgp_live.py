"""BGP as people type it, loaded into FRR's daemons: what they print must be the same model.

Every case has a VRF of its own, so that one load answers all. Facts that say what FRR does unasked
are left out: FRR does not print them.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.frr.reading import reading_of
from tests.oracle.needs import need
from tests.oracle.suite import lacking, running_suite
from twin.core.facts import Path
from twin.model.config import Config
from twin.model.records import build, flatten

pytestmark = pytest.mark.oracle

P = "neighbor 10.0.0.1"
IPV4 = "address-family ipv4 unicast"
CASES = (
    (f"{P} ebgp-multihop", f"{P} upd lo", f"{P} timers 3 9", f"{P} timers connect 5"),
    (f"{P} ttl-security hops 2", f"no {P} ttl-security hops 2"),
    (f"{P} local-as 65100 no-prepend replace-as",),
    (f"{P} local-as 65100 no-prepend", f"no {P} local-as"),
    (f"{P} shutdown message going down", f"no {P} shutdown message going down"),
    (f"{P} bfd", f"{P} bfd profile fast", f"no {P} bfd profile"),
    (f"{P} bfd profile fast", f"no {P} bfd"),
    (f"{P} bfd check-control-plane-failure",),
    (f"{P} description a  b   c", f"{P} passive", f"{P} capability extended-nexthop"),
    (f"{P} graceful-restart-helper", f"{P} port 1790", f"{P} advertisement-interval 7"),
    ("neighbor 10.0.0.2 remote-as 65003", "no neighbor 10.0.0.2 remote-as 65003"),
    ("neighbor 10.0.0.2 peer-group G", "no neighbor 10.0.0.2 peer-group G"),
    ("neighbor 10.0.0.2 peer-group G", "neighbor swp7 interface v6only peer-group G"),
    ("neighbor swp8 interface remote-as internal", "no neighbor swp8 interface"),
    ("neighbor swp8 interface", "neighbor swp8 remote-as external"),
    ("no neighbor G peer-group",),
    ("bgp bestpath as-path multipath-relax as-set", "bgp bestpath as-path multipath-relax"),
    ("bgp bestpath med confed missing-as-worst", "no bgp bestpath med confed"),
    ("bgp confederation identifier 7", "bgp confederation peers 8 9",
     "no bgp confederation peers 8"),
    ("bgp listen range 10.9.9.9/16 peer-group G", "bgp listen limit 50"),
    ("bgp max-med administrative 5", "bgp graceful-restart-disable", "timers bgp 5 20"),
    ("no bgp default ipv4-unicast", f"{P} activate", "address-family ipv6", f"{P} activate"),
    (IPV4, "network 10.1.2.3/16 route-map A", "network 10.2.0.0 mask 255.255.0.0"),
    (IPV4, "network 10.1.0.0/16 route-map A", "network 10.1.0.0/16"),
    (IPV4, "network 10.1.0.0/16", "no network 10.1.0.0/16"),
    (IPV4, "aggregate-address 10.0.0.0 255.0.0.0 as-set summary-only route-map A"),
    (IPV4, "aggregate-address 10.0.0.0/8 as-set", "aggregate-address 10.0.0.0/8 summary-only"),
    (IPV4, "redistribute connected route-map A metric 5", "redistribute connected"),
    (IPV4, "redistribute static metric 5", "no redistribute static"),
    (IPV4, "maximum-paths 8", "maximum-paths ibgp 4 equal-cluster-length", "no maximum-paths"),
    (IPV4, "distance bgp 30 40 50", "table-map A", "import vrf other"),
    (IPV4, f"{P} allowas-in 2", f"{P} allowas-in origin"),
    (IPV4, f"{P} next-hop-self force", f"no {P} next-hop-self"),
    (IPV4, f"{P} remove-private-AS all replace-AS", f"no {P} remove-private-AS all"),
    (IPV4, f"{P} maximum-prefix 100 80 restart 5", f"{P} maximum-prefix 50 warning-only"),
    (IPV4, f"{P} maximum-prefix 100 80 warning-only", f"no {P} maximum-prefix"),
    (IPV4, f"{P} default-originate route-map A", f"{P} route-map A in", f"{P} filter-list F out"),
    (IPV4, f"{P} default-originate route-map A", f"no {P} default-originate"),
    (IPV4, f"{P} prefix-list L in", f"{P} unsuppress-map A", f"{P} weight 5", f"{P} soo 65001:9"),
    (IPV4, f"{P} attribute-unchanged", f"no {P} attribute-unchanged med"),
    (IPV4, f"no {P} send-community all", f"{P} send-community extended"),
    (IPV4, f"{P} advertise-map A exist-map A", f"{P} advertise-map A non-exist-map A"),
    (IPV4, "rd vpn export 65001:7", "rt vpn both 65001:7 65001:8", "export vpn", "import vpn",
     "label vpn export auto"),
    ("address-family l2vpn evpn", f"{P} activate", f"{P} route-map A in", "rd 65001:3",
     "route-target import 65001:4", "advertise ipv4 unicast route-map A", "default-originate ipv6"),
    ("address-family l2vpn evpn", "advertise ipv4 unicast route-map A", "advertise ipv4 unicast"),
)  # fmt: skip
HEAD = (
    "route-map A permit 10", "exit", "ip prefix-list L permit any",
    "bgp as-path access-list F permit .*", "bfd", "profile fast", "exit", "exit",
)  # fmt: skip
# True without a word in FRR 8.4, which then does not print it.
_UNASKED = {"send_regular", "send_extended", "send_large", "deterministic_med"}


@pytest.fixture(scope="module")
def printed() -> str:
    """What the daemons print after all cases were loaded."""
    need(lacking())
    with running_suite() as suite:
        said = suite.load("\n".join(HEAD + tuple(map(case_text, range(len(CASES))))))
        assert [line for line in said if not line.startswith("There is already same")] == []
        return suite.running()


def case_text(number: int) -> str:
    """A case in a VRF of its own."""
    head = (f"router bgp 65001 vrf v{number}", "bgp router-id 9.9.9.9", "neighbor G peer-group",
            "neighbor G remote-as external", f"{P} remote-as 65002")  # fmt: skip
    return "\n".join((*head, *CASES[number]))


def _facts(text: str, vrf: str) -> dict[Path, Any]:
    config = build(Config, reading_of(text).tree)
    process = config.vrfs[vrf].bgp
    return {
        path: value
        for path, value in flatten(process)
        if value is not False and not (value is True and path[-1] in _UNASKED)
    }


@pytest.mark.parametrize("number", range(len(CASES)), ids=[case[-1] for case in CASES])
def test_what_bgpd_prints_is_what_was_typed(printed: str, number: int) -> None:
    assert _facts(printed, f"v{number}") == _facts(case_text(number), f"v{number}")
