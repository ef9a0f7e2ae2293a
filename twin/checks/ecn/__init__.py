"""Rules about marking: ECN and RED."""
