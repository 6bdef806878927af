"""The end of the game: who has won, why, and all shown cards."""

from companion.device.sentences import together
from companion.games.coach_ride.language import say
from companion.games.coach_ride.ring import won_pattern
from companion.games.coach_ride.state_words import tell_side_wins, tell_winners
from companion.games.coach_ride.table.claim_words import condition_rows
from companion.games.coach_ride.table.running import running
from companion.games.coach_ride.words import card_name, first_name, side_name, tell_claim, tell_fault
from companion.screen.pages import Keys, ListPage, Page, Row, Tone
from companion.table.menus import UndoStep
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level
from engine.coach_ride.cards import Person
from engine.coach_ride.events import ClaimKind
from hardware.ring.patterns import Pattern


class OverStep(Step[Session]):
    """The game is over: who has won, and the cards that were shown; Draw changes to the conditions of the claim."""

    moment = "claim"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.state = running(session)
        assert self.state.result is not None
        self.winners = tuple(map(Person, self.state.result.winners))
        claim = self.state.claim
        assert claim is not None
        alone = claim.kind is ClaimKind.CREST and claim.right
        #: The side that has won; None: by a right Crest one has won alone.
        self.side = None if alone else claim.shown[self.winners[0]].side
        self.why = False

    def begin(self) -> None:
        """Says who has won."""
        self.session.say(self._who_has_won(), Level.PHASE, "victory")

    def advance(self) -> None:
        """To the first page."""
        self.session.to_start()

    def draw(self) -> None:
        """Why, or the cards again."""
        self.why = not self.why

    def back(self) -> None:
        """The last cards may have been told wrongly."""
        self.session.open(UndoStep(self.session))

    def pattern(self) -> Pattern:
        """All twinkle, the winners' seats brighter."""
        return won_pattern(self.state)

    def page(self) -> Page:
        """The winners, and what lay open."""
        claim = self.state.claim
        assert claim is not None
        verdict = say("The claim is right.") if claim.right else say("The claim is wrong.")
        rows = condition_rows(self.state) if self.why else self._cards()
        if self.why:
            rows = (*rows, *(Row(tell_fault(fault), tone=Tone.BAD) for fault in claim.faults))
        return ListPage(
            "over",
            self._who_has_won(),
            rows,
            together(tell_claim(claim.kind, claim.by), verdict),
            sign=self.side or self.winners[0],
            keys=Keys(
                advance=say("New game"),
                draw=say("All cards") if self.why else say("Why?"),
                back=say("Undo"),
                back_hold=say("Menu"),
            ),
            status=self.session.notice,
        )

    def _who_has_won(self) -> str:
        """A side, whose players are ticked on the page; by a right Crest one alone (K8)."""
        return tell_side_wins(self.side) if self.side else tell_winners(tuple(map(str, self.winners)))

    def _cards(self) -> tuple[Row, ...]:
        claim = self.state.claim
        assert claim is not None
        rows = []
        for who in self.state.players:
            cards = claim.shown.get(who)
            won = who in self.winners
            side = side_name(cards.side) if cards else say("not shown")
            items = ", ".join(card_name(item) for item in (cards.items if cards else None) or ())
            rows.append(Row(first_name(who), value=side, detail=items, tone=Tone.GOOD if won else Tone.PLAIN, sign=who))
        return tuple(rows)
