"""BGP instances, in the order in which FRR prints their statements."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.render_family import family_blocks, family_words
from twin.dialects.frr.render_peer import group_lines, peer_lines
from twin.dialects.statements import Block, Row, said
from twin.model.config import Config
from twin.model.ports import natural_key
from twin.model.routing import BgpProcess

_GRACEFUL = {"full": "bgp graceful-restart", "off": "bgp graceful-restart-disable"}


def _default_families(process: BgpProcess) -> Iterator[str]:
    for name, is_on in process.default_families.items():
        yield f"{'' if is_on else 'no '}bgp default {name}"


def _confederation(process: BgpProcess) -> Iterator[str]:
    if process.confederation is not None:
        yield f"bgp confederation identifier {process.confederation}"
    if process.confederation_peers:
        members = " ".join(str(asn) for asn in process.confederation_peers)
        yield f"bgp confederation peers {members}"


def _graceful(process: BgpProcess) -> Iterator[str]:
    if process.stale_path_time_s is not None:
        yield f"bgp graceful-restart stalepath-time {process.stale_path_time_s}"
    if process.restart_time_s is not None:
        yield f"bgp graceful-restart restart-time {process.restart_time_s}"
    if process.graceful_restart in _GRACEFUL:
        yield _GRACEFUL[process.graceful_restart]


def _relax(process: BgpProcess) -> Iterator[str]:
    if process.multipath_relax is not None:
        as_set = " as-set" if process.multipath_relax and process.multipath_as_set else ""
        no = "" if process.multipath_relax else "no "
        yield f"{no}bgp bestpath as-path multipath-relax{as_set}"


def _med(process: BgpProcess) -> Iterator[str]:
    told = [("confed", process.med_confederation)]
    told += [("missing-as-worst", process.med_missing_as_worst)]
    words = [word for word, is_on in told if is_on]
    if words:
        yield " ".join(["bgp bestpath med", *words])
    for word, is_on in told:
        if is_on is False:
            yield f"no bgp bestpath med {word}"


def _timers(process: BgpProcess) -> Iterator[str]:
    if process.keepalive_s is not None and process.hold_s is not None:
        yield f"timers bgp {process.keepalive_s} {process.hold_s}"


def _max_med(process: BgpProcess) -> Iterator[str]:
    if process.max_med is not None:
        value = f" {process.max_med_value}" if process.max_med_value is not None else ""
        no = "" if process.max_med else "no "
        yield f"{no}bgp max-med administrative{value if process.max_med else ''}"


PROCESS: tuple[Row, ...] = (
    ("fast_external_failover", "bgp fast-external-failover"),
    ("router_id", "bgp router-id {}"),
    ("suppress_fib_pending", "bgp suppress-fib-pending"),
    ("always_compare_med", "bgp always-compare-med"),
    ("requires_policy", "bgp ebgp-requires-policy"),
    ("enforce_first_as", "bgp enforce-first-as"),
    ("reject_as_sets", "bgp reject-as-sets"),
    _default_families,
    ("local_preference", "bgp default local-preference {}"),
    ("default_shutdown", "bgp default shutdown"),
    ("reflected_policy", "bgp route-reflector allow-outbound-policy"),
    ("disable_connected_check", "bgp disable-ebgp-connected-route-check"),
    ("client_to_client", "bgp client-to-client reflection"),
    ("cluster_id", "bgp cluster-id {}"),
    _confederation,
    ("deterministic_med", "bgp deterministic-med"),
    _max_med,
    ("graceful_shutdown", "bgp graceful-shutdown"),
    _graceful,
    ("as_path_ignore", "bgp bestpath as-path ignore"),
    ("as_path_confederation", "bgp bestpath as-path confed"),
    _relax,
    ("compare_router_id", "bgp bestpath compare-routerid"),
    _med,
    ("peer_type_multipath_relax", "bgp bestpath peer-type multipath-relax"),
    ("link_bandwidth", "bgp bestpath bandwidth {}"),
    ("network_import_check", "bgp network import-check"),
    ("minimum_hold_s", "bgp minimum-holdtime {}"),
    _timers,
    ("shutdown", "bgp shutdown"),
)


def _listen(process: BgpProcess) -> Iterator[str]:
    if process.listen_limit is not None:
        yield f"bgp listen limit {process.listen_limit}"
    for prefix, told in process.listen.items():
        if told.peer_group is not None:
            yield f"bgp listen range {prefix} peer-group {told.peer_group}"


def bgp_blocks(config: Config) -> Iterator[Block]:
    """`router bgp` of every VRF that runs it; one without an ASN of its own takes the device's."""
    shared = config.bgp
    for name, vrf in config.vrfs.items():
        process = vrf.bgp
        if process is None or process.enabled is False:
            continue
        asn = process.asn if process.asn is not None else shared.asn if shared else None
        if asn is None or (shared is not None and shared.enabled is False):
            continue
        where = "" if name == "default" else f" {'view' if process.view else 'vrf'} {name}"
        block = Block(f"router bgp {asn}{where}", list(said(process, PROCESS)), tail="exit")
        for key, group in process.peer_groups.items():
            block.lines += group_lines(key, group)
        for key in sorted(process.neighbors, key=natural_key):
            block.lines += peer_lines(key, process.neighbors[key])
        block.lines += _listen(process)
        block.blocks = family_blocks(process, config, name)
        yield block


__all__ = ["bgp_blocks", "family_words"]
