"""Hidden cards that an older version kept are dealt, carried on and picked as they were."""

import json

from companion.games.coach_ride.virtual_table.dealing import CoachRideDealer
from companion.games.coach_ride.virtual_table.secret_game import CoachRideSecrets
from engine.coach_ride.game import RULES
from tests import DATA

#: A game of six with its file, and where all cards were after its last event.
KEPT = json.loads((DATA / "coach_ride" / "kept_cards.json").read_text())


def test_a_game_that_an_older_version_has_kept_goes_on_with_the_same_cards() -> None:
    events = [RULES.event_from_json(event) for event in KEPT["events"]]
    kept = CoachRideSecrets.from_json(KEPT["file"], events)
    assert kept.picks
    cards = CoachRideDealer(kept.seed, kept.deal).hidden(events, kept.picks)
    dealt, then = CoachRideSecrets.deal_to_json(cards), KEPT["after"]
    assert {player: sorted(hand) for player, hand in dealt.pop("hands").items()} == {
        player: sorted(hand) for player, hand in then["hands"].items()
    }
    assert dealt == {name: value for name, value in then.items() if name != "hands"}
    assert CoachRideSecrets.to_json(kept) == KEPT["file"]
