"""What every test shares: deterministic properties in CI, no cache written into site-packages."""

from __future__ import annotations

import os
import tempfile

from hypothesis import HealthCheck, settings

# TTP writes its compiled templates beside its own code unless told where.
os.environ.setdefault("TTPCACHEFOLDER", tempfile.gettempdir())

# The same examples in every run, so that a red test is red for everybody; the other profile looks
# for new ones: HYPOTHESIS_PROFILE=explore make unit.
settings.register_profile(
    "ci", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", deadline=None, max_examples=1_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
