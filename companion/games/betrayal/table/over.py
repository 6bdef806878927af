"""The end: which side has won, and how everybody stood."""

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say
from companion.games.betrayal.names import explorer_name, room_name
from companion.games.betrayal.ring import won_pattern
from companion.games.betrayal.state_words import tell_winners
from companion.games.betrayal.table.explorer_step import PeopleStep
from companion.games.betrayal.table.running import running
from companion.games.betrayal.words import role_name
from companion.screen.pages import Keys, ListPage, Page, Row, Tone
from companion.table.menus import UndoStep
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from engine.betrayal.haunting import winners
from engine.betrayal.state import State
from hardware.ring.patterns import Pattern


def tell_over(state: State) -> str:
    """Who has won."""
    assert state.winning is not None
    return tell_winners(winners(state), state.winning)


def result_rows(state: State) -> tuple[Row, ...]:
    """All players, the winners set apart."""
    rows = []
    for who in state.players:
        explorer = state.explorers[who]
        role = capitalised(role_name(explorer.role)) if explorer.role else ""
        where = say("dead") if explorer.dead else room_name(explorer.room)
        tone = Tone.GOOD if who in winners(state) else Tone.PLAIN
        rows.append(Row(capitalised(explorer_name(who)), value=role, detail=where, tone=tone, sign=who))
    return tuple(rows)


class OverStep(Step[Session]):
    """The game is over."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.state = running(session)

    def begin(self) -> None:
        """Says who has won."""
        self.session.say(tell_over(self.state), Level.PHASE, "victory")

    def advance(self) -> None:
        """To the first page."""
        self.session.to_start()

    def draw(self) -> None:
        """How everybody stood."""
        self.session.open(PeopleStep(self.session))

    def back(self) -> None:
        """It may have been told too early."""
        self.session.open(UndoStep(self.session))

    def pattern(self) -> Pattern:
        """The winners' colour."""
        return won_pattern(self.state)

    def page(self) -> Page:
        """All players, the winners set apart."""
        state, won = self.state, winners(self.state)
        assert state.haunt is not None
        return ListPage(
            "over",
            tell_over(state),
            result_rows(state),
            say("Haunt {number}", number=state.haunt.number),
            sign=won[0] if won else None,
            keys=Keys(advance=say("New game"), draw=say("The explorers"), back=say("Undo"), back_hold=say("Menu")),
            status=self.session.notice,
        )
