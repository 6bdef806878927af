"""Players on phones of which nothing is known but Chromium's accessibility tree."""
