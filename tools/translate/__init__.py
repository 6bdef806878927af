"""Kit for translators: begins a language, checks its texts, shows them on their pages."""
