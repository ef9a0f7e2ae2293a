"""Rules about classification, queues and pools."""
