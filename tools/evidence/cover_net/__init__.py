"""Makes the network of `vision/cover_net.py`: examples of the evidence, things laid over them, and the training."""
