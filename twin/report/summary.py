"""What a verdict comes to, in a few lines: counts, what is known, and what is not and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from twin.checks.verdict import RuleResult, Verdict
from twin.core.finding import Severity
from twin.report.paragraphs import Paragraph
from twin.report.ranges import fold, listed, plural
from twin.report.screen import Screen

REASONS_SHOWN = 4  # for each set of rules
FILES_SHOWN = 5  # of those with statements that nobody understands
NOTHING_TO_JUDGE = "nothing was judged: no device, need topology.yaml or configs/<device>/"


def headline(verdict: Verdict) -> str:
    """One line: the verdict, the snapshot, the counts."""
    count = len(verdict.not_judged)
    rest = f"; {plural(count, 'assertion')} not judged" if count else ""
    return f"{verdict.verdict.upper()} {verdict.name}: {_levels(verdict)}{rest}"


def summary_lines(verdict: Verdict, causes: list[Paragraph], screen: Screen) -> Iterator[str]:
    """The verdict, its counts, and what could not be judged and why."""
    word = verdict.verdict.upper()
    sizes = f"{plural(verdict.devices, 'device')}, {plural(verdict.links, 'link')}"
    first, *more = screen.wrap(
        f"{word} {verdict.name}: {sizes}, digest {verdict.digest[:12]}", first="", rest="    "
    )
    yield screen.paint(word, verdict.verdict) + first.removeprefix(word)
    yield from more
    yield from screen.wrap(_counts(verdict, causes))
    yield from screen.wrap(_known(verdict))
    yield from _reading(verdict, screen)
    yield from _open_rules(verdict, screen)
    if verdict.not_judged:
        yield from screen.wrap(open_assertions(verdict), rest="    ", style="unknown")


def open_assertions(verdict: Verdict) -> str:
    """What the intent asserts and nobody has judged, so that no `pass` is taken for its answer."""
    return f"not judged in this release: {', '.join(sorted(verdict.not_judged))}"


def _counts(verdict: Verdict, causes: list[Paragraph]) -> str:
    if not verdict.findings:
        return _levels(verdict)
    return f"{_levels(verdict)}; {plural(len(causes), 'cause')}"


def _levels(verdict: Verdict) -> str:
    """`3 errors, 1 note`, or `no findings`."""
    levels = [(level, verdict.count(level)) for level in sorted(Severity, reverse=True)]
    counts = [plural(count, level.label) for level, count in levels if count]
    return ", ".join(counts) or "no findings"


def _known(verdict: Verdict) -> str:
    judged = sum(rule.subjects > 0 for rule in verdict.rules)
    answers = f"{plural(verdict.subjects, 'answer')} from {plural(judged, 'rule')}"
    if not verdict.devices:
        return NOTHING_TO_JUDGE
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
        read = f"{plural(len(verdict.files), 'file')} read, {plural(lines, 'statement')}, {rest}"
        yield from screen.wrap(read)
    poor = sorted((f for f in verdict.files if f.unread), key=lambda f: (-f.unread, f.file))
    for file in poor[:FILES_SHOWN]:
        share = f"{file.known_fraction:.1%} understood"
        text = f"{file.file}: {file.unread:,} of {plural(file.lines, 'statement')} not, {share}"
        yield from screen.wrap(text, rest="    ", style="unknown")
    if len(poor) > FILES_SHOWN:
        yield from screen.wrap(f"and {plural(len(poor) - FILES_SHOWN, 'more file')} like that")


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
        yield from screen.wrap(f"skipped: {listed(r.id for r in same)}: {reason}", rest="    ")


def _unknown(verdict: Verdict, screen: Screen) -> Iterator[str]:
    """Reasons by the rules they keep from an answer; reasons alike but for a number are one."""
    rules_of: dict[str, set[str]] = {}
    answers: Counter[str] = Counter()
    for rule, subjects in verdict.unknowns.items():
        for reason in subjects.values():
            rules_of.setdefault(reason, set()).add(rule)
            answers[reason] += 1
    reasons_of: dict[tuple[str, ...], list[str]] = {}
    for reason, rules in rules_of.items():
        reasons_of.setdefault(tuple(sorted(rules)), []).append(reason)
    for names, reasons in sorted(reasons_of.items()):
        count = plural(sum(answers[reason] for reason in reasons), "answer")
        folded = fold(reasons)
        shown = "; ".join(folded[:REASONS_SHOWN])
        more = len(folded) - REASONS_SHOWN
        rest = f"; and {plural(more, 'more reason')}" if more > 0 else ""
        text = f"unknown: {listed(names)}, {count}: {shown}{rest}"
        yield from screen.wrap(text, rest="    ", style="unknown")
