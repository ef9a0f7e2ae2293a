"""What is asked for: strict models of an intent file, with the line of every value."""

from twin.intent.fabric import Fabric, Spec
from twin.intent.reading import Intent, load_intent

__all__ = ["Fabric", "Intent", "Spec", "load_intent"]
