"""Verdicts and other results as text for people and JSON for machines; nothing here judges."""
