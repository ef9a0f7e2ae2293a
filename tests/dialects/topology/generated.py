"""Topologies of every shape, for round trips."""

from __future__ import annotations

from hypothesis import strategies as st

from twin.model.topology import End, Link, NicSlot, Node, Topology

names = st.from_regex(r"[a-z][a-z0-9_-]{0,8}", fullmatch=True) | st.sampled_from(
    ["on", "null", "9", "graph", "leaf-03"]
)
words = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=9)
texts = st.none() | names | words
systems = st.none() | st.sampled_from(["cumulus", "sonic", "frr", "linux", "arista_ceos", "Junos"])
releases = st.none() | st.sampled_from(["5.16", "5.9.1"])
roles = st.sampled_from(["leaf", "spine", "host", "server", "exit", None]) | words
labels = st.dictionaries(
    st.sampled_from(["pod", "plane_id", "rack_name", "rack_unit", "group", "role", "os"]) | words,
    st.sampled_from(["0", "1", "07", "a b", "x:y", "1.5", "yes"]),
    max_size=3,
)
slots = st.builds(NicSlot, netdev=names, rail=st.none() | st.integers(0, 7))


@st.composite
def topologies(draw: st.DrawFn) -> Topology:
    nodes = {}
    for name in draw(st.lists(names, unique=True, max_size=5)):
        nodes[name] = Node(
            name, draw(roles), draw(systems), draw(releases), draw(texts),
            draw(labels.map(lambda d: {k: v for k, v in d.items() if k != "rail_index"})),
            tuple(sorted(draw(st.sets(st.integers(0, 15), max_size=3)))),
            tuple(draw(st.lists(slots, max_size=2, unique_by=lambda slot: slot.netdev))),
        )  # fmt: skip
    links: list[Link] = []
    if nodes:
        ports = st.from_regex(r"(swp|eth|Ethernet)[1-9]\d?(s[0-3])?", fullmatch=True)
        ends = st.builds(End, st.sampled_from(sorted(nodes)), ports)
        pairs = st.tuples(ends, ends).filter(lambda pair: pair[0] != pair[1])
        for a, b in draw(st.lists(pairs, max_size=5)):
            speed, cable = draw(st.sampled_from([None, 400, 0.1])), draw(st.sampled_from([None, 3]))
            links.append(Link(a, b, speed, cable, draw(texts)))
    return Topology(nodes, tuple(links))
