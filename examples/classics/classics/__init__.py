"""Twelve classics, each in one module."""
