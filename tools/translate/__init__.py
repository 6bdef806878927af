"""What translators use: it begins a language, checks its texts, and shows them on their pages."""
