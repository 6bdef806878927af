"""Tests of hidden cards of finished games, by the file beside the journal."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import find_game
from companion.games.coach_ride.virtual_table.secret_game import CoachRideSecrets
from companion.games.files import event_line, load_journal_game
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.games.random_play import allowed_events
from companion.journal import Journal
from companion.journal.choosing import kept_game
from companion.journal.secret_file import SecretFile

SECRETS: dict[str, Any] = {"coach-ride": CoachRideSecrets, "lifeboat": LifeboatSecrets}


@pytest.mark.slow
@pytest.mark.parametrize("kind", list(SECRETS))
def test_the_cards_of_each_moment_follow_from_the_kept_deal(kind: str, tmp_path: Path) -> None:
    found, rng, path = find_game(kind), Random(2), tmp_path / "games.sqlite"
    game = found.rules.start(found.virtual.start(4, 2, {}))
    while found.rules.over(game.state) is None:
        game = game.apply(rng.choice(allowed_events(found, game, rng)))
    journal = Journal.open(path)
    first, *others = (event_line(found.rules, event) for event in game.events)
    numbers = [journal.start(kind, first) for _ in range(2)]
    for line in others:
        journal.append(numbers[0], line)
    began_s = journal.started_s(numbers[0])
    journal.close()
    kept = kept_game(path, str(numbers[0]))
    told = load_journal_game(kept, "the game")[1]
    assert found.virtual.kept_states(path, kept, told) is None, "nobody has kept anything"

    secrets = SECRETS[kind]
    hidden = secrets.new_deal(game.events[0], 7)
    hidden.events = game.events
    file = SecretFile(path, numbers[0], secrets.format)
    file.keep({**secrets.to_json(hidden), "began_s": began_s})
    wholes = found.virtual.kept_states(path, kept, told)
    assert wholes is not None
    assert [whole.state for whole in wholes] == list(game.states())
    assert secrets.cards_of(wholes[0]) == hidden.deal
    dealer = secrets.dealer(7, hidden.deal)
    assert secrets.cards_of(wholes[-1]) == dealer.hidden(game.events)

    for wrong in ({"began_s": began_s - 60}, {"events": len(game.events) - 1}):
        file.keep({**secrets.to_json(hidden), "began_s": began_s, **wrong})
        assert found.virtual.kept_states(path, kept, told) is None
