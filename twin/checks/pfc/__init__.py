"""Rules about lossless ports: priority flow control, headroom, cables."""
