"""Syntaxes, both ways: each sub-package reads one kind of file and renders it."""
