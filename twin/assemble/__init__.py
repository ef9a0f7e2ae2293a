"""Readings of a device merged, devices and cables joined to one twin, defaults applied."""
