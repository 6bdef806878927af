"""Chess for the table's companion."""
