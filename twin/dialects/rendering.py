"""The one Jinja environment of the renderers."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2

from twin.core.resources import resource_dir


def _compiled() -> jinja2.BytecodeCache | None:
    """Where compiled templates are kept between runs: a folder of this user's alone below the
    system's temporary folder, checked by Jinja, keyed by the text of the template. Compiling them
    takes 150 ms, as long as writing a hundred devices.
    """
    try:
        return jinja2.FileSystemBytecodeCache()
    except (RuntimeError, OSError):  # no such folder, or one that somebody else owns
        return None


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(resource_dir("templates")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_compiled(),
        autoescape=False,  # noqa: S701 - the output is configuration text, never HTML
    )


def render_template(name: str, **values: Any) -> str:
    """Render `templates/<name>`; a name the template needs and lacks is an error."""
    return _environment().get_template(name).render(**values)
