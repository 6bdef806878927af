"""Coach Ride at the virtual table: hidden cards, bots, hands."""
