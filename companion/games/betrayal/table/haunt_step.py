"""The haunt on one page: how likely it is, or its number, the open traitor, counters, kinds, monsters."""

from collections.abc import Iterator

from companion.box.sentences import capitalised, strung
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import explorer_name, room_name
from companion.games.betrayal.table.haunt_asking import counter_name
from companion.games.betrayal.table.percent import percent
from companion.games.betrayal.table.running import running
from companion.games.betrayal.table.steps import ElseStep
from companion.games.betrayal.words import figure_name, kind_name, role_name, trait_name
from companion.screen.pages import Keys, Row, Tone
from companion.table.lists import ListStep
from engine.betrayal.components import Trait, cards_in_game
from engine.betrayal.game import RULES
from engine.betrayal.odds import haunt_chance
from engine.betrayal.state import State

WON = "won"
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
        """The odds before it, the sides and monsters in it; a side may say that it has won (B34)."""
        state = running(self.session)
        if state.haunt is None:
            return tuple(_odds(state))
        claim = (Row(say("We have won"), WON, tone=Tone.NOW),) if self._may_claim else ()
        return (*claim, *_haunt(state))

    @property
    def _may_claim(self) -> bool:
        return any(choice.event == WON for choice in RULES.next(running(self.session)))

    def choose(self, row_id: str) -> None:
        """A side says so: who and which is asked."""
        self.session.switch(ElseStep(self.session, (row_id,)))

    def overrule(self) -> None:
        """Advance held says it, too."""
        if self._may_claim:
            self.choose(WON)

    def keys(self) -> Keys:
        """Advance claims, pressed on its row or held anywhere."""
        if not self._may_claim:
            return Keys(draw=say("Down"), back=say("Back"))
        return Keys(advance=say("Choose"), draw=say("Down"), back=say("Back"), advance_hold=say("We have won"))


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
        yield Row(capitalised(kind_name(kind)), detail=strung(f"{name} {'–' if n is None else n}" for name, n in told))
    for token, monster in state.monsters.items():
        stunned = say("stunned") if monster.stunned else ""
        sign = ("monster", token, monster.stunned)
        yield Row(capitalised(figure_name(token)), value=stunned, detail=room_name(monster.room), sign=sign)
