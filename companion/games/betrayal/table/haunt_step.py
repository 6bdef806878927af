"""The haunt on one page: how likely it is, or its number, the open traitor, counters, kinds, monsters."""

from collections.abc import Iterator

from companion.box.sentences import capitalised
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import explorer_name, room_name
from companion.games.betrayal.table.haunt_asking import counter_name
from companion.games.betrayal.table.percent import percent
from companion.games.betrayal.table.running import running
from companion.games.betrayal.words import figure_name, kind_name, role_name, trait_name
from companion.screen.pages import Keys, Row, Tone
from companion.table.lists import ListStep
from engine.betrayal.components import Trait, cards_in_game
from engine.betrayal.odds import haunt_chance
from engine.betrayal.state import State

#: The chances of so many further omens are told.
_AHEAD = 3


class HauntStep(ListStep):
    """What everybody knows of the haunt, and nothing of the books."""

    name = "haunt"

    def title(self) -> str:
        """Its number, once it has begun."""
        haunt = running(self.session).haunt
        return say("The haunt") if haunt is None else say("Haunt {number}", number=haunt.number)

    def rows(self) -> tuple[Row, ...]:
        """The odds before it, the sides and monsters in it."""
        state = running(self.session)
        return tuple(_odds(state) if state.haunt is None else _haunt(state))

    def keys(self) -> Keys:
        """Back is all."""
        return Keys(draw=say("Down"), back=say("Back"))


def _odds(state: State) -> Iterator[Row]:
    """How likely the next haunt rolls are."""
    most = sum(card.kind.word == "omen" for card in cards_in_game(state.variants).values())
    yield Row(say("Omens drawn"), value=str(state.omens))
    for omens in range(state.omens + 1, min(most, state.omens + _AHEAD) + 1):
        chance = percent(haunt_chance(omens))
        told = say_count(
            "Haunt roll with {n} omen: it begins with less.",
            "Haunt roll with {n} omens: it begins with less.",
            omens,
        )
        yield Row(told, value=chance)


def _haunt(state: State) -> Iterator[Row]:
    haunt = state.haunt
    assert haunt is not None
    for who in state.players:
        explorer = state.explorers[who]
        role = capitalised(role_name(explorer.role)) if explorer.role else ""
        where = say("dead") if explorer.dead else room_name(explorer.room)
        tone = Tone.BAD if explorer.is_traitor else Tone.PLAIN
        yield Row(capitalised(explorer_name(who)), value=role, detail=where, tone=tone, sign=who)
    for name, value in haunt.counters.items():
        yield Row(counter_name(name), value=str(value))
    for kind, values in state.kinds.items():
        told = ((trait_name(trait), values.value(trait)) for trait in Trait)
        yield Row(
            capitalised(kind_name(kind)), detail=", ".join(f"{name} {'–' if n is None else n}" for name, n in told)
        )
    for token, monster in state.monsters.items():
        stunned = say("stunned") if monster.stunned else ""
        sign = ("monster", token, monster.stunned)
        yield Row(capitalised(figure_name(token)), value=stunned, detail=room_name(monster.room), sign=sign)
