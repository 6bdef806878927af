"""What happens at a table of Finstere Flure: its steps, what a reading means, what is wrong, what hands must do."""
