"""NICs: what a host's boot script and firmware set, against the switch port at the other end."""
