"""Lifeboat at the virtual table: cards, hands that hide them, and bots."""
