"""The game's own words: catalogues in the folder locale."""

from pathlib import Path

from companion.device.language import game_translations

TRANSLATIONS = game_translations(Path(__file__).parent)
say, say_count, later = TRANSLATIONS.say, TRANSLATIONS.say_count, TRANSLATIONS.later
