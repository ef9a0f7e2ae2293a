"""Addressing."""
