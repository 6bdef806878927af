"""The games' own words: catalogues in the folder locale."""

from pathlib import Path

from companion.device.language import game_translations

TRANSLATIONS = game_translations(Path(__file__).parent)
say, later = TRANSLATIONS.say, TRANSLATIONS.later
