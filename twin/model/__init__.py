"""Vendor-neutral nouns: what a device is told, what the fabric is wired like.

Every field of a record is either unset (None, or empty for containers) or explicit: defaults are
no part of this layer. `records.flatten` turns a record into facts, the currency of source maps,
comparison with the intent, and causes.
"""
