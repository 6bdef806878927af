"""What the companion knows about Finstere Flure: its tags, its board art, its words, its screens."""
