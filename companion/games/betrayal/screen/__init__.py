"""The pictures of Betrayal: the map, explorers, dice."""
