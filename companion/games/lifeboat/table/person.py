"""Everything that is public about one character, in words."""

from collections.abc import Sequence

from companion.device.sentences import capitalised
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.table.captions import name
from companion.games.lifeboat.words import condition_name, provision_name
from companion.screen.pages import Keys, Row
from companion.table.lists import ListStep
from companion.table.running import state_of
from companion.table.session import Session
from engine.lifeboat.components import SURVIVAL, WEAPONS, Character
from engine.lifeboat.state import State


class PersonStep(ListStep):
    """One character: state, wounds, cards."""

    name = "person"

    def __init__(self, session: Session, who: Character) -> None:
        super().__init__(session)
        self.who = who

    def title(self) -> str:
        """The name."""
        return name(self.who)

    def rows(self) -> Sequence[Row]:
        """State, wounds, hand, each open card."""
        person = state_of(self.session, State).person(self.who)
        rows = [
            Row(capitalised(condition_name(person.condition)), sign=self.who),
            Row(say("Wounds"), value=say("{wounds} of {size}", wounds=person.wounds, size=person.size)),
            Row(say("Survival"), value=str(SURVIVAL[self.who])),
            Row(say_count("{n} hand card", "{n} hand cards", person.hand)),
        ]
        for card in person.open:
            worth = f"+{WEAPONS[card]}" if card in WEAPONS else ""
            rows.append(Row(capitalised(provision_name(card)), value=worth, sign=card))
        if person.parasol:
            rows.append(Row(say("the parasol is up")))
        if person.rowed:
            rows.append(Row(say("has rowed")))
        if person.fought:
            rows.append(Row(say("has fought")))
        return rows

    def keys(self) -> Keys:
        """Back is all."""
        return Keys(back=say("Back"))
