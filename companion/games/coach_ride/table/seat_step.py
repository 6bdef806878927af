"""Everything that is public about one player, in words."""

from collections.abc import Sequence

from companion.games.coach_ride.language import say, say_count
from companion.games.coach_ride.table.card_help import card_effect
from companion.games.coach_ride.words import card_name, person_name
from companion.screen.pages import Keys, Row
from companion.table.lists import ListStep
from companion.table.running import state_of
from companion.table.session import Session
from engine.coach_ride.cards import ONCE, Person
from engine.coach_ride.state import State


class SeatStep(ListStep):
    """One player: items in the hand, the open profession."""

    name = "seat"

    def __init__(self, session: Session, who: Person) -> None:
        super().__init__(session)
        self.who = who

    def title(self) -> str:
        """The name."""
        return person_name(self.who)

    def rows(self) -> Sequence[Row]:
        """How many items, and what the open profession does."""
        state = state_of(self.session, State)
        hand = state.hands[self.who]
        rows = [
            Row(say_count("{n} item", "{n} items", hand), value=say("limit {n}", n=state.limit), sign=self.who),
        ]
        profession = state.professions.get(self.who)
        if profession is None:
            rows.append(Row(say("The profession lies face down.")))
        else:
            name = card_name(profession)
            used = say("{card} (used up)", card=name) if profession in ONCE else name
            rows.append(Row(used, detail=card_effect(profession), sign=profession))
        return rows

    def keys(self) -> Keys:
        """Back is all."""
        return Keys(back=say("Back"))
