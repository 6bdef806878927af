"""The end of the game: who has won, why, and all shown cards."""

import companion.table.over as over
from companion.device.sentences import together
from companion.games.coach_ride.language import say
from companion.games.coach_ride.ring import won_pattern
from companion.games.coach_ride.state_words import tell_side_wins, tell_winners
from companion.games.coach_ride.table.claim_words import condition_rows
from companion.games.coach_ride.words import card_name, first_name, side_name, tell_claim, tell_fault
from companion.screen.pages import Row, Tone
from companion.table.session import Session
from engine.coach_ride.cards import Person
from engine.coach_ride.events import ClaimKind
from hardware.ring.patterns import Pattern


class OverStep(over.OverStep):
    """The game is over: who has won, and the cards that were shown; Draw changes to the conditions of the claim."""

    moment = "claim"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        assert self.state.result is not None
        self.winners = tuple(map(Person, self.state.result.winners))
        claim = self.state.claim
        assert claim is not None
        alone = claim.kind is ClaimKind.CREST and claim.right
        #: The side that has won; None: by a right Crest one has won alone.
        self.side = None if alone else claim.shown[self.winners[0]].side
        self.why = False

    def draw(self) -> None:
        """Why, or the cards again."""
        self.why = not self.why

    def pattern(self) -> Pattern:
        """All twinkle, the winners' seats brighter."""
        return won_pattern(self.state)

    def title(self) -> str:
        """A side, whose players are ticked on the page; by a right Crest one alone (K8)."""
        return tell_side_wins(self.side) if self.side else tell_winners(tuple(map(str, self.winners)))

    def text(self) -> str:
        """What was claimed, and how it was judged."""
        claim = self.state.claim
        assert claim is not None
        verdict = say("The claim is right.") if claim.right else say("The claim is wrong.")
        return together(tell_claim(claim.kind, claim.by), verdict)

    def sign(self) -> object | None:
        """The side, or the one who has won alone."""
        return self.side or self.winners[0]

    def draw_does(self) -> str:
        """It changes between the cards and why."""
        return say("All cards") if self.why else say("Why?")

    def rows(self) -> tuple[Row, ...]:
        """What lay open; or the conditions of the claim, and its faults."""
        claim = self.state.claim
        assert claim is not None
        if not self.why:
            return self._cards()
        return (*condition_rows(self.state), *(Row(tell_fault(fault), tone=Tone.BAD) for fault in claim.faults))

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
