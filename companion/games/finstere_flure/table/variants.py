"""The variants of the rules, as rows to choose from: the usual ones in the settings, those of one game before it."""

from dataclasses import replace

from companion.box.language import say
from companion.box.settings import Settings
from companion.screen.pages import Row
from companion.table.menus import yes_or_no
from engine.finstere_flure.events import SetUp


def variant_rows(chosen: Settings, *, five: bool = True) -> list[Row]:
    """The variants and how they are chosen; `five`: enough players for the card 5 to count as three hits."""
    floor = say("basic") if chosen.set_up == SetUp.BASIC else say("expert: you place the tiles")
    rows = [
        Row(say("The floor"), "set_up", floor),
        Row(say("Variant DM: a won round is played to its end"), "dm", yes_or_no(chosen.dm)),
    ]
    if five:
        rows.append(Row(say("The card 5 counts as three hits"), "five_as_three", yes_or_no(chosen.five_as_three)))
    cards = say("a real deck") if chosen.real_deck else say("I keep the deck")
    return [*rows, Row(say("The monster cards"), "real_deck", cards)]


def with_next(chosen: Settings, row_id: str) -> Settings:
    """The settings with the other value of the variant that was touched."""
    match row_id:
        case "set_up":
            return replace(chosen, set_up=str(SetUp.EXPERT if chosen.set_up == SetUp.BASIC else SetUp.BASIC))
        case "dm":
            return replace(chosen, dm=not chosen.dm)
        case "five_as_three":
            return replace(chosen, five_as_three=not chosen.five_as_three)
        case _:
            return replace(chosen, real_deck=not chosen.real_deck)
