"""How Coach Ride looks."""
