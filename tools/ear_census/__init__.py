"""Census of what is heard where three keys lead: marks, choices, events, pages, words."""
