"""A verdict as text for a tired person: one paragraph for each cause, then what it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from twin.checks.verdict import RuleResult, Verdict
from twin.core.finding import Location, Severity
from twin.report.paragraphs import WITNESS, Group, Paragraph, paragraphs, predicate
from twin.report.ranges import fold
from twin.report.screen import Screen

PLACES_SHOWN = 3
NAMES_SHOWN = 24  # after folding into ranges; the JSON report has all of them
REASONS_SHOWN = 8


def render_text(verdict: Verdict, screen: Screen | None = None) -> str:
    """The whole report, ending in a newline."""
    screen = screen or Screen()
    causes = paragraphs(verdict.findings, _devices(verdict))
    lines: list[str] = []
    for paragraph in causes:
        lines += [*_paragraph(paragraph, screen), ""]
    lines += _summary(verdict, causes, screen)
    return "\n".join(lines) + "\n"


def _devices(verdict: Verdict) -> set[str]:
    """Names of devices, as far as their files were read."""
    parts = (file.file.split("/") for file in verdict.files)
    return {path[1] for path in parts if path[0] == "configs" and len(path) > 2}


def headline(verdict: Verdict) -> str:
    """One line: the verdict, the snapshot, the counts."""
    return f"{verdict.verdict.upper()} {verdict.name}: {_levels(verdict)}"


def _paragraph(paragraph: Paragraph, screen: Screen) -> Iterator[str]:
    cause = paragraph.cause
    first = cause.first
    yield from _headed(first.severity.label, f"{first.rule} {first.name}{_where(cause)}", screen)
    if len(cause.findings) == 1:
        yield from screen.wrap(first.message)
    elif cause.is_worded_alike:
        yield from screen.wrap(predicate(first))
        yield from screen.wrap(_names(cause.subjects), rest="    ")
    else:
        yield from screen.wrap(first.message)
        others = [f.subject for f in cause.findings[1:]]
        yield from screen.wrap(f"likewise: {_names(others)}", rest="    ")
    yield from _places(cause, screen)
    if first.remediation:
        yield from screen.wrap(f"fix: {first.remediation}", rest="       ")
    for group in paragraph.consequences:
        yield from screen.wrap(_consequence(group), rest="    ")
    if paragraph.shared:
        count = _plural(paragraph.shared, "finding")
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


def _names(subjects: Iterable[str]) -> str:
    names = fold(subjects)
    more = len(names) - NAMES_SHOWN
    shown = ", ".join(names[:NAMES_SHOWN])
    return f"{shown} and {more} more" if more > 0 else shown


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
        for place in group.first.related[:PLACES_SHOWN]:
            yield from screen.wrap(f"see also {_place(place)}", style="faint")


def _consequence(group: Group) -> str:
    first = group.first
    if first.rule == WITNESS:
        word, head = "differs from intent", ""
    else:
        word, head = "therefore", f"{first.severity.label} {first.rule} {first.name}, "
    if len(group.findings) == 1:
        return f"{word}: {head}{first.message}"
    if group.is_worded_alike:
        return f"{word}: {head}{_names(group.subjects)}: {predicate(first)}"
    others = [f.subject for f in group.findings[1:]]
    return f"{word}: {head}{first.message}; likewise {_names(others)}"


def _summary(verdict: Verdict, causes: list[Paragraph], screen: Screen) -> Iterator[str]:
    word = verdict.verdict.upper()
    sizes = f"{_plural(verdict.devices, 'device')}, {_plural(verdict.links, 'link')}"
    first, *more = screen.wrap(
        f"{word} {verdict.name}: {sizes}, digest {verdict.digest[:12]}", first="", rest="    "
    )
    yield screen.paint(word, verdict.verdict) + first.removeprefix(word)
    yield from more
    yield from screen.wrap(_counts(verdict, causes))
    yield from screen.wrap(_known(verdict))
    yield from _reading(verdict, screen)
    yield from _open_rules(verdict, screen)


def _counts(verdict: Verdict, causes: list[Paragraph]) -> str:
    if not verdict.findings:
        return _levels(verdict)
    return f"{_levels(verdict)}; {_plural(len(causes), 'cause')}"


def _levels(verdict: Verdict) -> str:
    """`3 errors, 1 note`, or `no findings`."""
    levels = [(level, verdict.count(level)) for level in sorted(Severity, reverse=True)]
    counts = [_plural(count, level.label) for level, count in levels if count]
    return ", ".join(counts) or "no findings"


def _known(verdict: Verdict) -> str:
    judged = sum(rule.subjects > 0 for rule in verdict.rules)
    answers = f"{verdict.subjects:,} answers from {_plural(judged, 'rule')}"
    if not verdict.subjects:
        return "nothing was judged"
    if not verdict.unknown:
        return f"{answers}, all known"
    return f"{answers}, {verdict.unknown:,} of them unknown ({verdict.known_fraction:.2%} known)"


def _reading(verdict: Verdict, screen: Screen) -> Iterator[str]:
    lines = sum(file.lines for file in verdict.files)
    unread = sum(file.unread for file in verdict.files)
    if lines:
        rest = f"{unread:,} of them not understood" if unread else "all understood"
        read = f"{_plural(len(verdict.files), 'file')} read, {lines:,} statements, {rest}"
        yield from screen.wrap(read)


def _open_rules(verdict: Verdict, screen: Screen) -> Iterator[str]:
    """Rules that raised, could not decide, or had nothing to judge; equal reasons together."""
    rules = sorted(verdict.rules, key=lambda rule: rule.id)
    for rule in rules:
        if rule.status == "error":
            text = f"{rule.id} broke: {rule.reason}; this is a defect, the verdict is not complete"
            yield from screen.wrap(text, rest="    ", style="error")
    yield from _unknown(verdict, screen)
    skipped: dict[str, list[RuleResult]] = {}
    for rule in rules:
        if rule.status == "skipped":
            skipped.setdefault(rule.reason or "no reason given", []).append(rule)
    for reason, same in skipped.items():
        yield from screen.wrap(f"skipped: {_names(r.id for r in same)}: {reason}", rest="    ")


def _unknown(verdict: Verdict, screen: Screen) -> Iterator[str]:
    reasons: dict[str, list[tuple[str, str]]] = {}
    for rule, subjects in sorted(verdict.unknowns.items()):
        for subject, reason in sorted(subjects.items()):
            reasons.setdefault(reason, []).append((rule, subject))
    biggest_first = sorted(reasons.items(), key=lambda item: (-len(item[1]), item[0]))
    for reason, answers in biggest_first[:REASONS_SHOWN]:
        rules = _names({rule for rule, _ in answers})
        text = f"unknown: {rules}, {_plural(len(answers), 'answer')}: {reason}"
        yield from screen.wrap(text, rest="    ", style="unknown")
    if len(biggest_first) > REASONS_SHOWN:
        yield f"  and {len(biggest_first) - REASONS_SHOWN} more reasons; --format json names them"


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
