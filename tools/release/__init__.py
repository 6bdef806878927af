"""Release: everything that others can get, made from one commit (``./run release``)."""
