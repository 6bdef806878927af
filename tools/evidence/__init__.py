"""Scenes and films of disturbed tables with their truth, and the scorer: ``./run score``."""
