"""The commands of Finstere Flure alone."""
