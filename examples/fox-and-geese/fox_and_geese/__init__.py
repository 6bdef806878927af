"""Fox and Geese at the table: geese try to pen in the fox, the fox tries to take geese."""
