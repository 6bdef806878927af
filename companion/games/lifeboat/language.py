"""Texts of Lifeboat in the players' language.

They are in the folder ``locale`` beside this module.
"""

from pathlib import Path

from companion.device.language import game_translations

TRANSLATIONS = game_translations(Path(__file__).parent)
say, say_as, say_count, later = TRANSLATIONS.say, TRANSLATIONS.say_as, TRANSLATIONS.say_count, TRANSLATIONS.later
