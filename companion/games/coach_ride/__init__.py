"""All of Coach Ride to Devil's Castle that is no rule, as far as the companion has it."""
