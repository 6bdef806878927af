"""Table of Finstere Flure: its steps, inferences, discrepancies and tasks for hands."""
