"""Write schemas/ from the models, or (`--check`) say which files have drifted from them."""

from __future__ import annotations

import sys
from pathlib import Path

from twin.app.schema import SCHEMAS, schema_text

ROOT = Path(__file__).resolve().parents[1]


def drifted(root: Path) -> list[Path]:
    """Schema files below `root` that are missing or not what the models say."""
    found = []
    for name, file in SCHEMAS.items():
        path = root / "schemas" / file
        present = path.read_text(encoding="utf-8") if path.is_file() else ""
        if present != schema_text(name):
            found.append(path)
    return found


def write(root: Path) -> list[Path]:
    """Write what has drifted; the files that were written."""
    paths = drifted(root)
    for name, file in SCHEMAS.items():
        path = root / "schemas" / file
        if path in paths:
            path.parent.mkdir(exist_ok=True)
            path.write_text(schema_text(name), encoding="utf-8")
    return paths


def main(arguments: list[str], root: Path = ROOT) -> int:
    """0 when all is well; with `--check` 1 when a file has drifted."""
    if arguments == ["--check"]:
        paths = drifted(root)
        for path in paths:
            print(f"{path}: differs from the models, need `make docs`", file=sys.stderr)
        return 1 if paths else 0
    if arguments:
        print("usage: generate_schemas.py [--check]", file=sys.stderr)
        return 2
    for path in write(root):
        print(f"wrote {path.relative_to(root)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
