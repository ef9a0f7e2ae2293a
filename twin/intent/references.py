"""Names that must exist and names that must be unique: INT002 and INT003."""

from __future__ import annotations

from collections import defaultdict
from ipaddress import IPv4Network
from itertools import pairwise

from twin.core.errors import Problem
from twin.intent.designs import Custom
from twin.intent.document import Document, Place
from twin.intent.errors import dotted, near, one_of
from twin.intent.fabric import Fabric, Spec
from twin.intent.names import LEAF, SPINE, host_identity, hosts_in_words, rails_of_hosts
from twin.intent.tenants import Attachment, Tenant


class _References:
    """Collects the problems of one document."""

    def __init__(self, spec: Spec, document: Document) -> None:
        self.spec = spec
        self.document = document
        self.problems: list[Problem] = []
        self.first: dict[tuple[str, object], Place] = {}
        self.taken: dict[tuple[str, int], Place] = {}
        self.subnets: dict[str, list[tuple[IPv4Network, Place]]] = defaultdict(list)
        self.rails_of = rails_of_hosts(spec.design)

    def report(self, rule: str, path: Place, found: str, need: str) -> None:
        self.problems.append(Problem(*self.document.nearest(path), rule, dotted(path), found, need))

    def unique(self, kind: str, value: object, path: Place, scope: str = "") -> None:
        """The value of a kind may stand once (within a scope)."""
        before = self.first.setdefault((f"{scope}/{kind}", value), path)
        if before != path:
            line = self.document.nearest(before).line
            found = f"is {value}, which line {line} has as well ({dotted(before)})"
            self.report("INT003", path, found, f"each {kind} once")

    def tenants(self) -> None:
        for index, tenant in enumerate(self.spec.tenants):
            base: Place = ("spec", "tenants", index)
            self.unique("tenant name", tenant.name, (*base, "name"))
            if tenant.vrf is not None and tenant.vrf.l3vni is not None:
                self.unique("VNI", tenant.vrf.l3vni, (*base, "vrf", "l3vni"))
            if tenant.name in ("default", "mgmt"):
                found = f"is {tenant.name!r}, a VRF that every switch has"
                self.report("INT003", (*base, "name"), found, "another name")
            self.networks(tenant, base)
            for number, attachment in enumerate(tenant.attach):
                self.attachment(tenant, attachment, (*base, "attach", number))

    def networks(self, tenant: Tenant, base: Place) -> None:
        for index, network in enumerate(tenant.networks):
            path = (*base, "networks", index)
            self.unique("network name", network.name, (*path, "name"), scope=tenant.name)
            if network.vni is not None:
                self.unique("VNI", network.vni, (*path, "vni"))
            if network.vlan is not None:
                self.unique("VLAN", network.vlan, (*path, "vlan"))
            where = ("routed", "subnet") if network.routed else ("subnet",)
            vrf = tenant.name if tenant.vrf is not None else ""
            self.subnets[vrf].append((network.whole_subnet, (*path, *where)))

    def overlaps(self) -> None:
        """Subnets of one VRF do not overlap; the pools of the underlay are in the default VRF."""
        underlay: Place = ("spec", "underlay")
        pools = self.spec.underlay
        self.subnets[""].append((pools.loopbacks, (*underlay, "loopbacks")))
        if not pools.unnumbered:
            self.subnets[""].append((pools.links, (*underlay, "links")))
        for subnets in self.subnets.values():
            subnets.sort(key=lambda item: (int(item[0].network_address), item[0].prefixlen))
            for (low, first), (high, second) in pairwise(subnets):
                if low.overlaps(high):
                    line = self.document.nearest(first).line
                    found = f"is {high}, which overlaps {low} on line {line}"
                    self.report("INT003", second, found, "subnets of a VRF apart")

    def attachment(self, tenant: Tenant, attachment: Attachment, path: Place) -> None:
        names = [network.name for network in tenant.networks]
        if attachment.network is None and len(names) > 1:
            found = "is missing"
            self.report("INT002", (*path, "network"), found, one_of(names))
        elif attachment.network is not None and attachment.network not in names:
            found = f"is {attachment.network!r}, which tenant {tenant.name} does not have"
            need = one_of(names) + near(attachment.network, names)
            self.report("INT002", (*path, "network"), found, need)
        design = self.spec.design
        hosts = [(name, host_identity(name, design)) for name in attachment.hosts]
        unknown = [name for name, identity in hosts if identity is None]
        if unknown:
            more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
            found = f"names {unknown[0]!r}{more}, which the design does not have"
            self.report("INT002", (*path, "hosts"), found, hosts_in_words(design))
        self.rails(attachment, path, [identity for _, identity in hosts if identity is not None])

    def rails(self, attachment: Attachment, path: Place, hosts: list[str]) -> None:
        for host in hosts:
            count = self.rails_of(host)
            wanted = range(count) if attachment.rails is None else attachment.rails
            beyond = [rail for rail in wanted if rail >= count]
            if beyond:
                found = f"holds rail {beyond[0]}, {host} has {count}"
                need = "rail 0" if count == 1 else f"rails from 0 to {count - 1}"
                self.report("INT002", (*path, "rails"), found, need)
                return
            for rail in wanted:
                before = self.taken.setdefault((host, rail), path)
                if before != path:
                    line = self.document.nearest(before).line
                    found = f"attaches {host} rail {rail}, which line {line} attaches as well"
                    self.report("INT003", path, found, "each port in one network")
                    return

    def assertions(self) -> None:
        names = [tenant.name for tenant in self.spec.tenants]
        for index, assertion in enumerate(self.spec.assertions):
            base: Place = ("spec", "assertions", index)
            named: list[tuple[Place, str]] = []
            if assertion.reach:
                named.append(((*base, "reach", "tenant"), assertion.reach.tenant))
            if assertion.isolate:
                for key, side in (("from", assertion.isolate.source),
                                  ("to", assertion.isolate.target)):  # fmt: skip
                    named.append(((*base, "isolate", key, "tenant"), side.tenant))
            for key in ("non_blocking", "oversubscription"):
                told = getattr(assertion, key)
                if told is not None:
                    self.tier(told.tier, (*base, key, "tier"))
            for path, name in named:
                if name not in names:
                    found = f"is {name!r}, which is no tenant"
                    need = one_of(names) if names else "a tenant of this fabric"
                    self.report("INT002", path, found, need + near(name, names))

    def tier(self, name: str, path: Place) -> None:
        """A tier is the role of some switch."""
        design = self.spec.design
        roles = [LEAF, SPINE]
        if isinstance(design, Custom):
            roles = list(dict.fromkeys(n.role for n in design.nodes.values() if n.role != "host"))
        if name not in roles:
            found = f"is {name!r}, which is the role of no switch"
            need = one_of(roles) if roles else "the role of a switch, and there is none"
            self.report("INT002", path, found, need + near(name, roles))

    def nics(self) -> None:
        """Spectrum-X is set up for a class: there has to be one. DCQCN is what NICs do unasked."""
        nics = self.spec.nics
        if nics is not None and nics.profile != "dcqcn" and self.spec.lossless is None:
            found = f"is {nics.profile}, and there is no lossless class to set it up for"
            self.report("INT002", ("spec", "nics", "profile"), found, "lossless, or dcqcn")

    def links(self) -> None:
        """Nodes and ports of an explicit design."""
        design = self.spec.design
        if not isinstance(design, Custom):
            return
        for index, link in enumerate(design.links):
            for side in ("a", "b"):
                path: Place = ("spec", "design", "links", index, side)
                end = getattr(link, side)
                node = end.partition(":")[0]
                if node not in design.nodes:
                    found = f"is {end!r}, and {node!r} is no node"
                    need = "a node of the design" + near(node, design.nodes)
                    self.report("INT002", path, found, need)
                elif ":" in end:
                    self.unique("port", end, path)


def find_problems(fabric: Fabric, document: Document) -> list[Problem]:
    """All unknown references and duplicates of a fabric that follows the schema."""
    references = _References(fabric.spec, document)
    references.tenants()
    references.overlaps()
    references.assertions()
    references.nics()
    references.links()
    return sorted(references.problems)
