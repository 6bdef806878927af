"""Tests of bots: they use only their player's knowledge, and finish games by the rules.

They are read from the mat like people.
"""

import json
from pathlib import Path
from random import Random

import pytest

from companion.device.errors import UserError
from companion.games.lifeboat.virtual_table.bots import choose
from companion.games.lifeboat.virtual_table.dealing import LifeboatDealer
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.games.lifeboat.virtual_table.views import view_of
from companion.main import main
from engine.game import Game
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.game import RULES
from engine.lifeboat.hidden import HiddenCards
from engine.lifeboat.state import State, Step
from engine.values import replaced

LifeboatGame = Game[State, e.GameEvent]


def played(seed: int, players: int, **options: bool | str) -> LifeboatGame:
    """A game of bots by the rules alone."""
    game = RULES.start(VIRTUAL.start(players, seed, options))
    deal = LifeboatDealer(seed)
    hidden = deal.hidden(game.events)
    while RULES.over(game.state) is None:
        event = choose(hidden, game.state, Random(f"{seed} {len(game.events)}"))
        before, game = game.state, game.apply(event)
        hidden = deal.follow(hidden, before, event, game.state, len(game.events) - 2)
        assert_counts(hidden, game.state)
    assert deal.hidden(game.events) == hidden
    return game


def assert_counts(hidden: HiddenCards, state: State) -> None:
    """The hidden cards are as many as the public state says."""
    assert {person.who: len(hidden.hands[person.who]) for person in state.people} == {
        person.who: person.hand for person in state.people
    }
    counts = len(hidden.bow), len(hidden.passing), len(hidden.deck), len(hidden.row)
    assert counts == (state.bow, state.passing, state.deck, state.row)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (4, {}),
        (5, {"short_row": True, "quick": True}),
        (5, {"navigation": "told"}),
        (6, {"sharks": True, "drowned_score": True}),
        (7, {"cannibalism": True, "harter": True, "sharks": True, "quick": True, "short_row": True}),
    ],
)
def test_bots_end_every_kind_of_game_by_the_rules(players: int, options: dict[str, bool | str]) -> None:
    games = [played(seed, players, **options) for seed in range(6)]
    assert len({game.events for game in games}) == len(games)
    assert played(0, players, **options).events == games[0].events


def test_too_few_and_too_many_players_are_refused() -> None:
    for players, options in ((3, {}), (7, {}), (8, {"cannibalism": True, "harter": True})):
        with pytest.raises(UserError, match="4 to 6 can play"):
            VIRTUAL.start(players, 1, options)
    with pytest.raises(UserError, match="only with cannibalism"):
        VIRTUAL.start(None, 1, {"harter": True})


@pytest.mark.slow
def test_bots_do_the_same_when_what_they_cannot_know_is_exchanged() -> None:
    """Bots act the same when facts that they cannot know are exchanged.

    In one player's turn other hands, love and hate are exchanged, and the decks are shuffled.
    """
    asked = 0
    for seed in range(8):
        game = RULES.start(VIRTUAL.start(6, seed, {}))
        deal = LifeboatDealer(seed)
        while RULES.over(game.state) is None:
            hidden, state = deal.hidden(game.events), game.state
            event = choose(hidden, state, Random(f"{seed} {len(game.events)}"))
            if state.step is Step.ACT and state.turn and not isinstance(event, e.Used):
                asked += 1
                other = exchanged(hidden, state, state.turn, Random(seed))
                assert view_of(other, state, state.turn) == view_of(hidden, state, state.turn)
                assert choose(other, state, Random(f"{seed} {len(game.events)}")) == event
            game = game.apply(event)
            if game.state.day > 2:
                break
    assert asked > 40


def exchanged(hidden: HiddenCards, state: State, who: Character, rng: Random) -> HiddenCards:
    """Other cards wherever this one cannot look."""
    others = [person.who for person in state.people if person.who is not who]
    pool = [card for other in others for card in hidden.hands[other]] + list(hidden.bow)
    rng.shuffle(pool)
    hands = {who: hidden.hands[who]}
    for other in others:
        hands[other] = tuple(pool.pop() for _ in hidden.hands[other])
    feelings = []
    for secret in (hidden.love, hidden.hate):
        values = [secret[other] for other in others]
        rng.shuffle(values)
        feelings.append({who: secret[who], **dict(zip(others, values, strict=True))})
    deck = rng.sample(hidden.deck, len(hidden.deck))
    return replaced(hidden, hands=hands, bow=tuple(pool), love=feelings[0], hate=feelings[1], deck=tuple(deck))


@pytest.mark.slow
def test_bots_follow_love_hate_and_thirst() -> None:
    """Bots follow love, hate and thirst.

    Over many games the loved are fought less than the hated, and water is drunk rather than kept.
    """
    against: dict[str, int] = {"loved": 0, "hated": 0}
    thirsts = {"drank": 0, "suffered with water": 0}
    for seed in range(12):
        game = played(seed, 6)
        deal = LifeboatDealer(seed)
        states = game.states()
        first = deal.hidden(game.events[:1])
        for number, event in enumerate(game.events):
            if isinstance(event, e.Demanded):
                against["loved"] += first.love[event.by] is event.of
                against["hated"] += first.hate[event.by] is event.of and first.love[event.by] is not event.of
            if isinstance(event, e.Drank):
                thirsts["drank"] += 1
            if isinstance(event, e.Suffered) and states[number - 1].person(event.by).conscious:
                hand = deal.hidden(game.events[:number]).hands[event.by]
                thirsts["suffered with water"] += Provision.WATER in hand
    assert against["loved"] == 0 < 5 < against["hated"]
    assert thirsts["suffered with water"] == 0 < thirsts["drank"]


@pytest.mark.slow
def test_a_whole_game_is_played_before_the_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--virtual", "--autoplay", "--headless", "--players", "4", "--seed", "2", "--quick"]
    assert main(["play", "--game", "lifeboat", *words, "--journal", str(tmp_path / "games.sqlite")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["same_as_replay"]
    assert told["problems"] == 0
    assert told["readings"] > 10
    assert set(told["scores"]) == set(told["players"])
    assert told["variants"] == ["quick"]
    best = max(score["total"] for score in told["scores"].values())
    assert [who for who in told["winners"] if told["scores"][who]["total"] != best] == []
