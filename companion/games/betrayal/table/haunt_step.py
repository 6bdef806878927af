"""Page of the haunt: its odds or its number, the open traitor, counters, kinds, monsters."""

from collections.abc import Iterator

from companion.device.sentences import capitalised, join_items
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import explorer_name, room_name
from companion.games.betrayal.table.counter_dialog import counter_row_id
from companion.games.betrayal.table.percent import percent
from companion.games.betrayal.table.steps import TextStep
from companion.games.betrayal.words import counter_name, figure_name, kind_name, role_name, trait_name
from companion.screen.pages import Keys, Row, Tone
from companion.table.lists import ListStep
from companion.table.running_game import state_of
from engine.betrayal.components import Trait, cards_in_game
from engine.betrayal.game import RULES
from engine.betrayal.odds import haunt_chance
from engine.betrayal.state import Phase, State

WON = "won"
COUNTED = "counted"
#: The chances of so many further omens are told.
_AHEAD = 3


class HauntStep(ListStep):
    """Step with public facts of the haunt, and nothing of the books."""

    name = "haunt"

    def title(self) -> str:
        """Return the haunt's number, once it has begun."""
        haunt = state_of(self.session, State).haunt
        return say("The haunt") if haunt is None else say("Haunt {number}", number=haunt.number)

    def rows(self) -> tuple[Row, ...]:
        """Return the odds before the haunt, its sides and monsters, and claims of victory (B34)."""
        state = state_of(self.session, State)
        if state.haunt is None:
            return tuple(_odds(state))
        claim = (Row(say("We have won"), WON, tone=Tone.NOW),) if self._may_claim else ()
        return (*_haunt(state, may_count=self._may_count), *claim)

    @property
    def _may_claim(self) -> bool:
        return any(choice.event == WON for choice in RULES.next(state_of(self.session, State)))

    @property
    def _may_count(self) -> bool:
        state = state_of(self.session, State)
        return state.phase is Phase.HAUNT and state.haunt is not None and state.haunt.claim is None

    def choose(self, row_id: str) -> None:
        """Ask who says that a side has won, and which; of a counter what it shows now."""
        told = (row_id,) if row_id in (WON, COUNTED) else (COUNTED, row_id)
        self.session.switch(TextStep(self.session, told))

    def overrule(self) -> None:
        """Advance held says it, too."""
        if self._may_claim:
            self.choose(WON)

    def keys(self) -> Keys:
        """Advance claims, pressed on its row or held anywhere; pressed on a counter it sets that."""
        held = say("We have won") if self._may_claim else ""
        return Keys(say("Choose") if self._ids() else "", say("Next"), say("Back"), held)


def _odds(state: State) -> Iterator[Row]:
    """Yield how likely the next haunt rolls are."""
    most = sum(card.kind.word == "omen" for card in cards_in_game(state.variants).values())
    yield Row(say("Omens drawn"), value=str(state.omens))
    for omens in range(state.omens + 1, min(most, state.omens + _AHEAD) + 1):
        probability = percent(haunt_chance(omens))
        told = say_count(
            "Haunt roll with {n} omen: it begins below {n}.", "Haunt roll with {n} omens: it begins below {n}.", omens
        )
        yield Row(told, value=probability)


def _haunt(state: State, *, may_count: bool) -> Iterator[Row]:
    haunt = state.haunt
    assert haunt is not None
    for player in state.players:
        explorer = state.explorers[player]
        role = capitalised(role_name(explorer.role)) if explorer.role else ""
        where = say("dead") if explorer.dead else room_name(explorer.room)
        tone = Tone.BAD if explorer.is_traitor else Tone.PLAIN
        yield Row(capitalised(explorer_name(player)), value=role, detail=where, tone=tone, sign=player)
    for name, value in haunt.counters.items():
        yield Row(counter_name(name), counter_row_id(name) if may_count else "", str(value))
    if may_count:
        yield Row(say("A new counter") if haunt.counters else say("A counter"), COUNTED)
    for kind, values in state.kinds.items():
        told = ((trait_name(trait), values.value(trait)) for trait in Trait)
        yield Row(
            capitalised(kind_name(kind)), detail=join_items(f"{name} {'–' if n is None else n}" for name, n in told)
        )
    for token, monster in state.monsters.items():
        stunned = say("stunned") if monster.stunned else ""
        sign = ("monster", token, monster.stunned)
        yield Row(capitalised(figure_name(token)), value=stunned, detail=room_name(monster.room), sign=sign)
