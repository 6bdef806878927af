"""Training of `vision/occupancy/cover_net.py`: examples of the evidence, things laid over them."""
