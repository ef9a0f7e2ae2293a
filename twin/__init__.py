"""Fabric Twin: a digital twin of an AI-cluster Ethernet fabric, built from configuration text."""

__version__ = "0.1.0"
