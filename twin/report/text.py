"""A verdict as text for a tired person: one paragraph for each cause, then what it comes to."""

from __future__ import annotations

from collections.abc import Iterator

from twin.checks.verdict import Verdict
from twin.core.finding import Location
from twin.report.paragraphs import WITNESS, Group, Paragraph, paragraphs, predicate
from twin.report.ranges import fold, listed, plural
from twin.report.screen import Screen
from twin.report.summary import summary_lines

PLACES_SHOWN = 3


def render_text(verdict: Verdict, screen: Screen | None = None) -> str:
    """The whole report, ending in a newline."""
    screen = screen or Screen()
    causes = paragraphs(verdict.findings, _devices(verdict))
    lines: list[str] = []
    for paragraph in causes:
        lines += [*_paragraph(paragraph, screen), ""]
    lines += summary_lines(verdict, causes, screen)
    return "\n".join(lines) + "\n"


def _devices(verdict: Verdict) -> set[str]:
    """Names of devices, as far as their files were read."""
    parts = (file.file.split("/") for file in verdict.files)
    return {path[1] for path in parts if path[0] == "configs" and len(path) > 2}


def _paragraph(paragraph: Paragraph, screen: Screen) -> Iterator[str]:
    cause = paragraph.cause
    first = cause.first
    yield from _headed(first.severity.label, f"{first.rule} {first.name}{_where(cause)}", screen)
    if len(cause.findings) == 1:
        yield from screen.wrap(first.message)
    elif cause.is_worded_alike:
        yield from screen.wrap(predicate(first))
        yield from screen.wrap(listed(cause.subjects), rest="    ")
    else:
        yield from screen.wrap(first.message)
        others = [f.subject for f in cause.findings[1:]]
        yield from screen.wrap(f"likewise: {listed(others)}", rest="    ")
    yield from _places(cause, screen)
    if first.remediation:
        same = len({finding.remediation for finding in cause.findings}) == 1
        whose = "" if same else f" {first.subject}, the others likewise"
        yield from screen.wrap(f"fix{whose}: {first.remediation}", rest="       ")
    for group in paragraph.consequences:
        yield from screen.wrap(_consequence(group), rest="    ")
    if paragraph.shared:
        count = plural(paragraph.shared, "finding")
        yield from screen.wrap(f"also leads to {count} told under another cause")


def _headed(label: str, text: str, screen: Screen) -> Iterator[str]:
    """The first line of a paragraph: a painted word, then the rest, wrapped."""
    head, *more = screen.wrap(f"{label} {text}", first="", rest="    ")
    yield screen.paint(label, label) + screen.paint(head.removeprefix(label), "strong")
    yield from more


def _where(group: Group) -> str:
    """` on leaf01`, ` on 12 devices, 40 subjects`: the size of it at a glance."""
    devices, count = group.devices, len(group.findings)
    place = f" on {devices[0]}" if len(devices) == 1 else ""
    if len(devices) > 1:
        place = f" on {len(devices)} devices"
    return place if count == max(1, len(devices)) else f"{place}, {count} times"


def _place(location: Location) -> str:
    mark = f":{location.line}:{location.column}" if location.line else ""
    return f"{location.file}{mark}"


def _places(group: Group, screen: Screen) -> Iterator[str]:
    """The lines to edit; for a single finding the related lines too."""
    places = [_place(place) for place in group.places]
    if len(places) > PLACES_SHOWN:
        folded = fold(places[1:])
        places = [places[0], *(f"and {name}" for name in folded[:PLACES_SHOWN])]
        if len(folded) > PLACES_SHOWN:
            places.append(f"and {len(folded) - PLACES_SHOWN} more places")
    for text in places:
        yield from screen.wrap(text, style="faint")
    if len(group.findings) == 1:
        others = dict.fromkeys(_place(place) for place in group.first.related)
        shown = [place for place in others if place not in places][:PLACES_SHOWN]
        if shown:
            yield from screen.wrap(f"see also {', '.join(shown)}", rest="    ", style="faint")


def _consequence(group: Group) -> str:
    first = group.first
    if first.rule == WITNESS:
        word, head = "differs from intent", ""
    else:
        word, head = "therefore", f"{first.severity.label} {first.rule} {first.name}, "
    if len(group.findings) == 1:
        return f"{word}: {head}{first.message}"
    if group.is_worded_alike:
        return f"{word}: {head}{listed(group.subjects)}: {predicate(first)}"
    others = [f.subject for f in group.findings[1:]]
    return f"{word}: {head}{first.message}; likewise {listed(others)}"
