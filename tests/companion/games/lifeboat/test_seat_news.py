"""Lines for a seat alone: what it has got, lost and used, for every event of whole games."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from companion.device.language import in_language
from companion.games.lifeboat.captions import name
from companion.games.lifeboat.table.game import TABLE
from companion.games.lifeboat.words import provision_name
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, Variant
from engine.lifeboat.dealt import Dealt, Move
from engine.lifeboat.play import PLAY
from engine.values import replaced

STARTED = e.GameStarted(tuple(Character)[:5], (Variant.SHARKS,), e.Deck.STAND_IN)
#: So many games are played.
GAMES = 6


def told(before: Dealt, after: Dealt, move: Move, seat: str) -> Sequence[str]:
    """Return what a seat is told about a move."""
    events = () if move.event is None else (move.event,)
    return TABLE.seat_screen.seat_news(PLAY.view(before, seat), PLAY.view(after, seat), events, seat)


def things(dealt: Dealt, character: Character) -> Counter[Provision]:
    """Return all cards of a player, open ones included."""
    return Counter((*dealt.hidden.hands[character], *dealt.state.person(character).open))


@pytest.mark.slow
def test_each_card_and_wound_that_a_seat_gets_or_loses_is_told_to_it_alone() -> None:
    rng, lines = Random(1), Counter[str]()
    for _ in range(GAMES):
        dealt = PLAY.deal(STARTED, rng)
        while PLAY.over(dealt) is None:
            move = PLAY.draw(dealt, rng)
            after = PLAY.follow(dealt, move)
            for player in STARTED.players:
                news = told(dealt, after, move, str(player))
                text = " ".join(news)
                was, is_now = things(dealt, player), things(after, player)
                for card in (is_now - was) + (was - is_now):
                    assert provision_name(card) in text, (move, player, news)
                person, before = after.state.person(player), dealt.state.person(player)
                if person.wounds > before.wounds:
                    assert f"{person.wounds} of {person.size}" in text
                if was == is_now and person == before and dealt.hidden.hands[player] == after.hidden.hands[player]:
                    told_of = isinstance(move.event, e.Used | e.Drank)
                    assert not news or told_of, (move, player, news)
                lines.update(line.partition(":")[0] for line in news)
            dealt = after
    assert {"You got", "You lost", "You used", "Open before you now", "You are now"} <= lines.keys()


def dealt_by(rng: Random) -> Dealt:
    """Return a game in which everybody has taken from the first supply."""
    dealt = PLAY.deal(STARTED, rng)
    while isinstance((move := PLAY.possible(dealt)[0]).event, e.Took):
        dealt = PLAY.follow(dealt, move)
    return dealt


def test_a_card_that_is_taken_by_force_is_told_to_both_with_the_other_s_name() -> None:
    dealt = dealt_by(Random(2))
    taker = dealt.state.turn
    assert taker is not None
    loser = next(player for player in STARTED.players if player is not taker)
    for event in (e.Demanded(taker, loser, e.DemandKind.HAND), e.Agreed(loser)):
        dealt = PLAY.follow(dealt, Move(event))
    assert dealt.owed == (loser, taker)
    card = dealt.hidden.hands[loser][0]
    move = Move(None, (card,))
    after = PLAY.follow(dealt, move)
    assert told(dealt, after, move, str(taker)) == (f"You got: {provision_name(card)} (from: {name(loser)}).",)
    assert told(dealt, after, move, str(loser)) == (f"You lost: {provision_name(card)} (to: {name(taker)}).",)
    others = [player for player in STARTED.players if player not in (taker, loser)]
    assert not any(told(dealt, after, move, str(other_character)) for other_character in others)


def test_thirst_and_help_are_told_in_each_language() -> None:
    dealt = dealt_by(Random(3))
    view = PLAY.view(dealt, "captain")
    thirsty = replaced(view, state=view.state.changed(Character.CAPTAIN, wounds=1))
    wanted = {
        "en": "1 wound for you (thirst): 1 of 8.",
        "de": "1 Wunde für euch (Durst): 1 von 8.",
        "fr": "1 blessure pour vous (soif)\u00a0: 1 sur 8.",
        "zh": "你受伤1次（口渴）：1/8。",
    }
    for language in wanted:
        with in_language(language):
            assert TABLE.seat_screen.seat_news(view, thirsty, (e.Suffered(Character.CAPTAIN),), "captain") == (
                wanted[language],
            )
    drank = e.Drank(Character.MATE, Character.CAPTAIN, e.CardSource.HAND)
    assert TABLE.seat_screen.seat_news(view, view, (drank,), "captain") == ("The First Mate gave you water.",)
    assert TABLE.seat_screen.seat_news(None, view, (), "captain") == ()
