"""Decoding: symbols in a picture and the tags that they stand for."""
