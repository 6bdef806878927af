"""The end: which side has won, and how everybody stood."""

import companion.table.over as over
from companion.device.sentences import capitalised
from companion.games.betrayal.language import say
from companion.games.betrayal.names import explorer_name, room_name
from companion.games.betrayal.ring import won_pattern
from companion.games.betrayal.state_words import tell_winners
from companion.games.betrayal.table.explorer_step import PeopleStep
from companion.games.betrayal.words import role_name
from companion.screen.pages import Row, Tone
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


class OverStep(over.OverStep):
    """The game is over."""

    def title(self) -> str:
        """Who has won."""
        return tell_over(self.state)

    def rows(self) -> tuple[Row, ...]:
        """All players, the winners set apart."""
        return result_rows(self.state)

    def text(self) -> str:
        """Which haunt it was."""
        assert self.state.haunt is not None
        return say("Haunt {number}", number=self.state.haunt.number)

    def sign(self) -> object | None:
        """The first winner."""
        return next(iter(winners(self.state)), None)

    def draw_does(self) -> str:
        """It shows how everybody stood."""
        return say("The explorers")

    def draw(self) -> None:
        """How everybody stood."""
        self.session.open(PeopleStep(self.session))

    def pattern(self) -> Pattern:
        """The winners' colour."""
        return won_pattern(self.state)
