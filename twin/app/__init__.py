"""The use cases that the command line and the service call."""
