"""The sheets of Finstere Flure: its stickers, cards with reference tags, instructions."""
