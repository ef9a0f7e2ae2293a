"""Rules about EVPN and VXLAN."""
