"""How devices are cabled: `topology.yaml` both ways, and the formats of other tools.

It belongs to the snapshot, not to a device, so none of this is a plug-in. `source` reads whichever
file a snapshot has, `writer` writes topology.yaml; nothing is imported here, as who only writes one
format does not wait for the readers of all.
"""
