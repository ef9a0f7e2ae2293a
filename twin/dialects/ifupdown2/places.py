"""Where the files lie, apart from all that reads them: whoever only compiles need not wait."""

from __future__ import annotations

MAIN = "etc/network/interfaces"
# The user's own; those of the vendor (`/var/lib/ifupdown2`) are the defaults of the system.
POLICIES = "etc/network/ifupdown2/policy.d/"
