"""Coach Ride at the table: steps, questions, words."""
