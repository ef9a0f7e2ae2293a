"""Mathematics on the twin: sessions, reachability, EVPN, buffers, capacity. No findings, no I/O."""
