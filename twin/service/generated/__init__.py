"""Code generated from proto/ by tools/generate_proto.py; do not edit."""
