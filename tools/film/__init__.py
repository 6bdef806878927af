"""Films of the documents, made anew by a command."""
