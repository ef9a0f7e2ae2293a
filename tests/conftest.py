"""What every test shares: deterministic properties in CI, no cache written into site-packages."""

from __future__ import annotations

import os
import tempfile

from hypothesis import HealthCheck, settings

# TTP writes its compiled templates beside its own code unless told where.
os.environ.setdefault("TTPCACHEFOLDER", tempfile.gettempdir())

settings.register_profile("dev", deadline=None)
settings.register_profile(
    "ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
