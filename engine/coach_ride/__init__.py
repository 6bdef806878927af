"""The rules of Coach Ride to Devil's Castle, as a public referee knows them."""
