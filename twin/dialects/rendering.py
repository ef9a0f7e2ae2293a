"""The one Jinja environment of the renderers."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2

from twin.core.resources import resource_dir


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(resource_dir("templates")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - the output is configuration text, never HTML
    )


def render_template(name: str, **values: Any) -> str:
    """Render `templates/<name>`; a name the template needs and lacks is an error."""
    return _environment().get_template(name).render(**values)
