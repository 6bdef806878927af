"""Screen pictures of Coach Ride."""
