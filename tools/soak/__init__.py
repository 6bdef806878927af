"""Simulated evening of many games with every fault an evening can bring: ``./run soak``."""
