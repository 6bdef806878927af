"""A simulated evening of many games with every fault that an evening can bring: ``./run soak``."""
