"""Cabling and ports."""
