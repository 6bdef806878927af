"""Fox and Geese at the table: the geese try to pen in the fox, the fox tries to take the geese."""
