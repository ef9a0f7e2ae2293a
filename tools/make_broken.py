"""Write examples/broken/: small compiled fabrics with faults typed in, and what must be found.

    python tools/make_broken.py [FAMILY…]      write the folders anew
    python tools/make_broken.py --check        say which folders differ from what would be written

`examples/broken/faults.yaml` says for each family what is broken, by which edits of the compiled
text, and which findings are the roots. A family whose verdict has other roots is not written: the
list is typed by hand, and the rules are held against it.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from twin.app.check import check_snapshot  # noqa: E402
from twin.app.compile import compile_files  # noqa: E402
from twin.checks.verdict import Verdict  # noqa: E402
from twin.core.finding import Finding  # noqa: E402
from twin.snapshot.folder import Snapshot  # noqa: E402

BROKEN = ROOT / "examples" / "broken"
STARTUP = "configs/{}/etc/nvue.d/startup.yaml"


@dataclass(frozen=True)
class Family:
    """One entry of faults.yaml."""

    name: str
    title: str
    faults: tuple[str, ...]
    intent: tuple[tuple[str, str], ...] = ()
    edits: tuple[dict[str, Any], ...] = ()
    roots: tuple[dict[str, Any], ...] = ()


@dataclass
class Built:
    """The texts of a broken fabric, and its verdict."""

    family: Family
    files: dict[str, str]
    verdict: Verdict
    problems: list[str] = field(default_factory=list)


def read_families() -> dict[str, Family]:
    data = yaml.safe_load((BROKEN / "faults.yaml").read_text())
    return {
        name: Family(
            name,
            entry["title"],
            tuple(entry["faults"]),
            tuple((old, new) for old, new in entry.get("intent", [])),
            tuple(entry["edits"]),
            tuple(entry["roots"]),
        )
        for name, entry in data.items()
    }


def _swap(text: str, old: str, new: str, what: str) -> str:
    if old not in text:
        raise SystemExit(f"{what}: no text {old!r} to replace")
    return text.replace(old, new, 1)


def _path(edit: dict[str, Any]) -> str:
    return edit["file"] if "file" in edit else STARTUP.format(edit["switch"])


def _edit(text: str, edit: dict[str, Any], what: str) -> str:
    """One line below `under`: `line` becomes `with` (null deletes it), or `add` is put in."""
    lines = text.split("\n")
    at = -1
    for anchor in edit.get("under", []):
        at = next((i for i in range(at + 1, len(lines)) if lines[i].strip().startswith(anchor)), -1)
        if at < 0:
            raise SystemExit(f"{what}: no line {anchor!r}")
    if "add" in edit:
        lines[at + 1 : at + 1] = edit["add"].rstrip("\n").split("\n")
        return "\n".join(lines)
    for position in range(at + 1, len(lines)):
        if lines[position].strip() == edit["line"]:
            indent = lines[position][: len(lines[position]) - len(lines[position].lstrip())]
            new = edit["with"]
            lines[position : position + 1] = [] if new is None else [indent + new]
            return "\n".join(lines)
    raise SystemExit(f"{what}: no line {edit['line']!r} under {edit.get('under')}")


def _place(finding: Finding) -> tuple[str, int]:
    where = finding.location
    return (where.file, where.line) if where else ("", 0)


def _matches(finding: Finding, root: dict[str, Any], files: dict[str, str]) -> bool:
    file, line = _place(finding)
    if (finding.rule, finding.device, file) != (root["rule"], root.get("device", ""), _path(root)):
        return False
    return str(root["text"]) in files[file].split("\n")[line - 1]


def _compare(built: Built) -> list[str]:
    """What differs between the roots of the verdict and the declared ones."""
    roots = [f for f in built.verdict.findings if not f.caused_by]
    problems = [f"{r.id} crashed: {r.reason}" for r in built.verdict.crashed]
    for wanted in built.family.roots:
        found = [f for f in roots if _matches(f, wanted, built.files)]
        if len(found) != 1:
            problems.append(f"{len(found)} roots, need one: {wanted}")
        roots = [f for f in roots if f not in found]
    problems += [f"unexpected root {f.rule} {f.message} at {_place(f)}" for f in roots]
    return problems


def build(family: Family) -> Built:
    """Compile the base, break it, judge it."""
    base = (BROKEN / "base.yaml").read_text()
    intent = base[base.index("apiVersion") :].replace("{name: small}", f"{{name: {family.name}}}")
    for old, new in family.intent:
        intent = _swap(intent, old, new, f"{family.name} intent")
    files = dict(compile_files(intent.encode()))
    for number, edit in enumerate(family.edits, 1):
        path = _path(edit)
        files[path] = _edit(files[path], edit, f"{family.name} edit {number} ({path})")
    snapshot = Snapshot.from_files(family.name, {k: v.encode() for k, v in files.items()})
    built = Built(family, files, check_snapshot(snapshot))
    built.problems = _compare(built)
    return built


def expected(built: Built) -> str:
    """expected.yaml: every finding with its place; `follows` names the rules that explain it."""
    rules = {f.fingerprint: f.rule for f in built.verdict.findings}
    lines = [f"# {built.family.title}: what `twin check` must find here.", "findings:"]
    for finding in sorted(built.verdict.findings, key=lambda f: (bool(f.caused_by), f.rule)):
        file, line = _place(finding)
        entry = f"rule: {finding.rule}, device: {finding.device!r}, file: {file}, line: {line}"
        if finding.caused_by:
            causes = sorted({rules[cause] for cause in finding.caused_by})
            entry += f", follows: [{', '.join(causes)}]"
        lines.append(f"  - {{{entry}}}")
    return "\n".join(lines) + "\n"


def readme(family: Family) -> str:
    """README.md of one folder."""
    faults = "\n".join(f"- {fault}" for fault in family.faults)
    return (
        f"# {family.title}\n\nBroken here:\n\n{faults}\n\n"
        f"    twin check examples/broken/{family.name}/snapshot\n\n"
        "`expected.yaml` lists what must be found, and what only follows from it.\n"
    )


def index(families: dict[str, Family]) -> str:
    """examples/broken/README.md."""
    rows = "\n".join(
        f"| [{name}]({name}/) | {'<br>'.join(family.faults)} |" for name, family in families.items()
    )
    return (
        "# Broken fabrics\n\n"
        "A small fabric of two leaves, a spine and four hosts, with faults seen in the field typed"
        " into\nits compiled text. One folder for each family of rules: `snapshot/` is what to"
        " check,\n`expected.yaml` what must be found and what only follows from it.\n\n"
        "    twin check examples/broken/top/snapshot\n\n| folder | broken |\n"
        f"| --- | --- |\n{rows}\n\n"
        "`faults.yaml` holds the faults and their roots; `python tools/make_broken.py` writes the\n"
        "folders anew.\n"
    )


def texts(built: Built) -> dict[str, str]:
    """Everything in a family's folder, by path below it."""
    name = built.family.name
    out = {"README.md": readme(built.family), "expected.yaml": expected(built)}
    out |= {f"snapshot/{path}": text for path, text in built.files.items()}
    return {f"{name}/{path}": text for path, text in sorted(out.items())}


def on_disk(name: str) -> dict[str, str]:
    """What a family's folder holds now."""
    folder = BROKEN / name
    return {
        str(path.relative_to(BROKEN)): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def write(built: Built) -> None:
    """Replace the folder of a family."""
    shutil.rmtree(BROKEN / built.family.name, ignore_errors=True)
    for path, text in texts(built).items():
        target = BROKEN / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)


def main() -> int:
    """Write or check; 1 when a family has other roots, or differs on disk."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("families", nargs="*")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    families = read_families()
    failed = 0
    if not options.check:
        (BROKEN / "README.md").write_text(index(families))
    for name in options.families or families:
        built = build(families[name])
        for problem in built.problems:
            print(f"{name}: {problem}")
        if options.check:
            stale = on_disk(name) != texts(built)
            print(f"{name}: {'differs, run tools/make_broken.py' if stale else 'as on disk'}")
            failed |= stale
        elif not built.problems:
            write(built)
            print(f"{name}: {len(built.verdict.findings)} findings")
        failed |= bool(built.problems)
    return failed


if __name__ == "__main__":
    sys.exit(main())
