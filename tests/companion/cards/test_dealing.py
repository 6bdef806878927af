"""A dealer carries hidden cards on from event to event, and begins again after an undo."""

from types import SimpleNamespace
from typing import Any

from companion.cards.dealing import Dealer
from companion.cards.secret_game import DealtSecretGame, Kept
from engine.game import Choice, Problem, Result, Rules


class DrawRules(Rules[int, str]):
    """A game in which cards are drawn: its state is how many were drawn."""

    id = "draw"

    def begin(self, event: str) -> int:  # noqa: ARG002
        return 0

    def follow(self, state: int, event: str) -> int:  # noqa: ARG002
        return state + 1

    def problems(self, state: int | None, event: str) -> tuple[Problem, ...]:  # noqa: ARG002
        return ()

    def next(self, state: int) -> tuple[Choice, ...]:  # noqa: ARG002
        return ()

    def over(self, state: int) -> Result | None:  # noqa: ARG002
        return None

    def event_to_json(self, event: str) -> dict[str, Any]:
        return {"event": event}

    def event_from_json(self, data: Any) -> str:
        return str(data["event"])

    def state_to_json(self, state: int) -> dict[str, Any]:
        return {"drawn": state}


class DrawDealer(Dealer[tuple[str, ...], int, str]):
    """Dealer of drawn cards: those that were picked, else named by the number of their event."""

    rules = DrawRules()
    followed = 0

    @classmethod
    def deal(cls, started: str, seed: int) -> tuple[str, ...]:  # noqa: ARG003
        return (f"deal {seed}",)

    def follow(
        self, hidden: tuple[str, ...], before: int, event: str, after: int, number: int, picked: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        self.followed += 1
        assert after == before + 1
        return (*hidden, *(picked or (f"{event} {number}",)))


def test_cards_are_followed_once_from_event_to_event() -> None:
    dealer = DrawDealer(7)
    assert dealer.hidden(["started"]) == ("deal 7",)
    assert dealer.hidden(["started", "draw"]) == ("deal 7", "draw 0")
    assert dealer.hidden(["started", "draw", "draw"], {1: ("ace",)}) == ("deal 7", "draw 0", "ace")
    assert dealer.followed == 2


def test_what_was_taken_back_or_picked_otherwise_is_dealt_anew_alike() -> None:
    dealer = DrawDealer(7)
    dealer.hidden(["started", "draw", "draw"])
    assert dealer.hidden(["started", "draw"]) == DrawDealer(7).hidden(["started", "draw"])
    assert dealer.hidden(["started", "draw"], {0: ("king",)}) == ("deal 7", "king")


def test_a_deal_that_was_kept_counts_instead_of_the_seed() -> None:
    assert DrawDealer(7, ("kept",)).hidden(["started", "draw"]) == ("kept", "draw 0")


def test_one_dealer_follows_a_game_until_other_cards_are_kept() -> None:
    keeper: Any = SimpleNamespace(_dealing=None, dealer=DrawDealer)
    kept: Kept[Any, Any] = Kept(7, ("kept",))
    assert DealtSecretGame.hidden_after(keeper, kept, ["started", "draw"]) == ("kept", "draw 0")
    dealer = keeper._dealing[1]
    assert DealtSecretGame.hidden_after(keeper, kept, ["started", "draw", "draw"]) == ("kept", "draw 0", "draw 1")
    assert keeper._dealing[1] is dealer
    assert dealer.followed == 2
    assert DealtSecretGame.hidden_after(keeper, Kept(7, ("others",)), ["started"]) == ("others",)
    assert keeper._dealing[1] is not dealer
