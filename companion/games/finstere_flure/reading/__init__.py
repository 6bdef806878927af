"""From tags seen on the table to a position, and to what a picture leaves open."""
