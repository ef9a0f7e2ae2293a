"""Markdown of the rule catalogue, from the registry."""

from __future__ import annotations

from collections.abc import Iterable

from twin.checks.registry import Rule

FAMILIES = {
    "PAR": "reading",
    "INT": "intent",
    "TOP": "topology and cabling",
    "ADR": "addresses",
    "BGP": "BGP sessions and policy",
    "EVP": "EVPN and VXLAN",
    "QOS": "classification and queues",
    "PFC": "priority flow control and headroom",
    "ECN": "congestion marking",
    "NIC": "host NICs",
    "CAP": "capacity",
}


def _by_family(rules: Iterable[Rule]) -> dict[str, list[Rule]]:
    families: dict[str, list[Rule]] = {}
    for rule in rules:
        families.setdefault(rule.family, []).append(rule)
    return {name: families[name] for name in [*FAMILIES, *families] if name in families}


def _title(family: str) -> str:
    return f"{family}: {FAMILIES[family]}" if family in FAMILIES else family


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def family_table(rules: Iterable[Rule]) -> str:
    """The README's table: one line per family."""
    lines = ["| family | judges | rules |", "| --- | --- | --- |"]
    for family, members in _by_family(rules).items():
        names = ", ".join(f"{rule.id} {rule.name}" for rule in members)
        lines.append(f"| {family} | {FAMILIES.get(family, '')} | {names} |")
    return "\n".join(lines) + "\n"


def _chapter(rule: Rule) -> str:
    parts = [
        f"### {rule.id} {rule.name}\n",
        f"**{rule.severity.label}** · {_cell(rule.summary)}. Counts each {_cell(rule.subject)}.\n",
    ]
    for heading, body in rule.sections.items():
        parts.append(f"**{heading}**\n\n{body}\n")
    return "\n".join(parts)


def rules_page(rules: Iterable[Rule]) -> str:
    """`docs/rules.md`: a table, then every rule with its four sections."""
    families = _by_family(rules)
    count = sum(len(members) for members in families.values())
    parts = [
        "# Rules\n",
        "<!-- written by `make docs` from the docstrings in twin/checks/: edit those -->\n",
        f"{count} rules. `twin rules` lists them, `twin rules PFC001` explains one.\n"
        + "`--select` and `--ignore` of `twin check` take ids and families.\n",
    ]
    for family, members in families.items():
        parts.append(f"## {_title(family)}\n")
        table = ["| id | severity | name | finds |", "| --- | --- | --- | --- |"]
        table += [
            f"| [{r.id}](#{r.id.lower()}-{r.name}) | {r.severity.label} | {r.name} "
            f"| {_cell(r.summary)} |"
            for r in members
        ]
        parts.append("\n".join(table) + "\n")
        parts += [_chapter(rule) for rule in members]
    return "\n".join(parts)
