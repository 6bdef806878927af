"""Training of `vision/occupancy/cover_net.py`: the evidence, with things laid over it."""
