"""Problems of an event, by the codes of the rules."""

import pytest

from engine.coach_ride.events import Offered, Started
from engine.coach_ride.game import RULES
from engine.coach_ride.problems import OVERRULABLE, Code
from engine.coach_ride.state import Phase
from engine.errors import NotationError

from .game_text import G, M, R, S, codes, corrected, event, hands, played, public, started, with_hands

SUPPORT = "attacked M G; supported S sword; supported R shield; supported T none"
TRADED = "offered M G; accepted G"
CLAIMANT_SHOWS = "shown M order thug [key key whip ring dagger]"


@pytest.mark.parametrize(
    "data",
    [
        {"event": "danced"},
        {"event": ["passed"]},
        {"event": "passed"},
        {"event": "passed", "by": "nobody"},
        {"event": "passed", "by": "marie", "to": "gundla"},
        {"event": "passed", "by": "marie", "overruled": 1},
        {"event": "counted", "by": "marie"},
        {"event": "announced", "by": "marie"},
        {"event": "announced", "by": "marie", "item": "crown"},
        {"event": "looked", "by": "marie", "card": 4},
        {"event": "looked", "by": "marie", "card": True},
        {"event": "searched", "by": "marie", "took": None},
        {"event": "used", "by": "marie", "card": "key"},
        {"event": "used", "by": "marie", "card": []},
        {"event": "used", "by": "marie", "card": "dagger", "winner": "attacker"},
        {"event": "used", "by": "marie", "card": "poison-mixer"},
        {"event": "shown", "by": "marie", "association": ["order", "order"]},
        {"event": "shown", "by": "marie", "association": "order", "items": "key"},
        {"event": "started", "players": ["marie"], "first": "marie", "items": ["dagger"], "variants": []},
        {"event": "started", "players": ["marie"], "first": "marie", "items": ["coat", "coat"], "variants": []},
        {"event": "started", "players": ["marie"], "first": "marie", "items": [], "variants": ["chess"]},
        {"event": "corrected", "set": {}, "why": "so"},
        {"event": "corrected", "set": {"hands": {}}, "why": "so"},
        {"event": "corrected", "set": {"professions": {}}, "why": "so"},
        {"event": "corrected", "set": {"professions": {"marie": "king"}}, "why": "so"},
        {"event": "corrected", "set": {"hands": {"marie": "2"}}, "why": "so"},
        {"event": "corrected", "set": {"limit": 4}, "why": "so"},
        {"event": "corrected", "set": {"pile": 4}, "why": " "},
        {"event": "corrected", "set": [], "why": "so"},
    ],
)
def test_not_understood(data: dict[str, object]) -> None:
    with pytest.raises(NotationError):
        RULES.event_from_json(data)


def _start_codes(players: tuple[str, ...], first: str, items: list[str], variants: list[str]) -> list[str]:
    data = {"event": "started", "players": list(players), "first": first, "items": items, "variants": variants}
    return [problem.code for problem in RULES.problems(None, RULES.event_from_json(data))]


TEN = (
    "marie",
    "gundla",
    "sarah",
    "romana",
    "theodora",
    "basilius",
    "juan",
    "zacharias",
    "michel",
    "henry",
)


@pytest.mark.parametrize(
    ("players", "first", "items", "variants", "expected"),
    [
        (TEN[:3], "marie", [], [], []),
        (TEN, "marie", ["mirror"], ["smuggling", "fortune-telling"], []),
        (TEN[:2], "marie", [], [], ["player-count"]),
        ((), "marie", [], [], ["not-seated", "player-count"]),
        ((*TEN, "marie"), "marie", [], [], ["player-count", "player-twice"]),
        (TEN[:3], "henry", [], [], ["not-seated"]),
        (TEN, "marie", ["coat"], ["three-advanced"], ["coat-with-ten", "three-only"]),
    ],
)
def test_a_game_that_cannot_start(
    players: tuple[str, ...], first: str, items: list[str], variants: list[str], expected: list[str]
) -> None:
    assert _start_codes(players, first, items, variants) == expected


def test_nothing_happens_before_the_start_and_nothing_after_the_end() -> None:
    assert [problem.code for problem in RULES.problems(None, Offered(M, G))] == ["not-now"]
    over = played(with_hands(started(5, "crest"), M=4), "claimed M crest; shown M order doctor [crest goblet key key]")
    assert codes(over, "passed H") == ["over"]
    assert codes(started(5), Started((M, G, S), M, (), ())) == ["not-now"]


@pytest.mark.parametrize(
    ("before", "told", "expected"),
    [
        ("", "accepted G", ["not-now"]),
        ("", "passed J", ["not-seated"]),
        ("", "passed G", ["not-your-turn"]),
        ("", "offered G G", ["yourself", "not-your-turn"]),
        ("", "attacked M J", ["not-seated"]),
        ("", "claimed M enemy", ["variant-off"]),
        ("", "claimed M crest", ["not-in-game"]),
        ("", "diplomat M G mirror", ["not-in-game"]),
        ("clairvoyant M", "clairvoyant M", ["used-up"]),
        ("clairvoyant M", "diplomat M G key", ["other-profession"]),
        ("clairvoyant M; passed M", "clairvoyant G", ["profession-elsewhere"]),
        ("offered M G", "accepted S", ["not-yours"]),
        ("offered M G", "announced M null", ["not-now"]),
        (TRADED, "announced M null", ["not-yours"]),
        (TRADED, "announced G key", ["no-trade-effect"]),
        (TRADED, "announced G coat", ["not-in-game"]),
        (TRADED, "announced G mirror", ["no-trade-effect", "not-in-game"]),
        (TRADED + "; announced G monocle", "drew M", ["wrong-effect"]),
        (TRADED + "; announced G monocle", "looked G", ["not-yours"]),
        (TRADED + "; announced G monocle", "looked M 1", ["which-card"]),
        (TRADED + "; announced G monocle; waived M", "announced M monocle", ["item-elsewhere"]),
        (TRADED + "; announced G bag-key; waived M", "announced M bag-goblet", ["bag-for-bag"]),
        ("diplomat M G whip", "handed S", ["not-yours"]),
        ("diplomat M G bag-key; handed G", "announced G bag-goblet", ["bag-for-bag"]),
        ("diplomat M G monocle; handed G", "announced G monocle", ["item-elsewhere"]),
        ("diplomat M G whip; handed G; announced G null", "announced M monocle", ["not-that-item"]),
        ("attacked M G", "supported M sword", ["not-yours"]),
        ("attacked M G", "supported R sword", ["not-your-turn"]),
        ("attacked M G; supported S none", "supported S sword", ["not-yours"]),
        ("attacked M G", "used M dagger", ["not-now"]),
        ("attacked M G", "used S duelist", ["not-your-role"]),
        ("attacked M G", "priest M", ["not-your-role"]),
        ("attacked M G; supported S none", "priest M", ["not-your-role", "too-late"]),
        ("attacked M G", "counted", ["not-now"]),
        ("", "attacked M M", ["yourself"]),
        ("", "diplomat M M key", ["yourself"]),
        ("clairvoyant M; passed M; attacked G S", "priest M", ["other-profession"]),
        ("attacked M G; priest S; attacked G R", "priest S", ["used-up"]),
        ("attacked M G; priest S; attacked G R", "priest T", ["profession-elsewhere"]),
        ("clairvoyant M; " + SUPPORT, "hypnotised M R", ["other-profession"]),
        (SUPPORT + "; hypnotised M G; counted; drew M; attacked G S", "used G duelist", []),
        ("clairvoyant M; " + SUPPORT + "; counted", "doctor M", ["other-profession"]),
        (
            SUPPORT
            + "; counted; doctor T; attacked G M; supported S none; supported R none; supported T none; counted",
            "doctor T",
            ["used-up"],
        ),
        (SUPPORT, "hypnotised M M", ["yourself"]),
        (SUPPORT, "hypnotised S M", ["not-your-role"]),
        (SUPPORT + "; hypnotised M R", "hypnotised M S", ["already-used"]),
        (SUPPORT + "; hypnotised M R", "used R bodyguard", ["not-your-role", "hypnotised"]),
        (SUPPORT + "; hypnotised M G", "used G gloves", ["hypnotised"]),
        (SUPPORT + "; hypnotised M G", "priest G", ["hypnotised", "too-late"]),
        (SUPPORT + "; hypnotised M G; counted", "doctor G", ["hypnotised"]),
        (SUPPORT, "used M gloves", ["not-your-role"]),
        (SUPPORT, "used S whip", ["not-your-role"]),
        (SUPPORT, "used T bodyguard", ["not-your-role"]),
        (SUPPORT, "used M poison-mixer attacker", ["not-your-role"]),
        (SUPPORT + "; used M thug", "used M thug", ["already-used"]),
        (SUPPORT + "; used G duelist", "used G duelist", ["used-up", "already-used"]),
        (SUPPORT + "; used M dagger", "used M ring", ["not-enough-items"]),
        (SUPPORT + "; used M ring", "used G ring", ["item-elsewhere", "already-used"]),
        (SUPPORT + "; counted", "looked M", ["not-now"]),
        (SUPPORT + "; counted", "drew G", ["not-yours"]),
        (SUPPORT + "; used M dagger; counted", "drew M", ["not-now"]),
        (SUPPORT + "; used M dagger; counted", "searched G true", ["not-yours"]),
        (SUPPORT + "; used M dagger; counted", "looked M 2", ["which-card"]),
        ("claimed M own", "shown G order", ["not-yours"]),
        ("claimed M own", "shown M order thug", ["wrong-show"]),
        ("claimed M own", "shown M [order order order] thug [key]", ["wrong-show"]),
        ("claimed M own", "shown M order thug [key key]", ["wrong-hand-size"]),
        ("claimed M own", "shown M order thug [crest]", ["not-in-game"]),
        ("clairvoyant M; claimed M own", "shown M order thug [key]", ["other-profession"]),
        ("claimed M own; shown M order thug [key]", "named G []", ["not-yours"]),
        ("claimed M own; shown M order thug [key]", "named M [M]", ["yourself"]),
        ("claimed M own; shown M order thug [key]", "named M [G G]", ["player-twice"]),
        ("claimed M own; shown M order thug [key]", "named M [J]", ["not-seated"]),
        ("claimed M own; shown M order thug [dagger]; ", "passed M", ["not-now"]),
    ],
)
def test_what_is_wrong_with_five_players(before: str, told: str, expected: list[str]) -> None:
    game = started(5)
    for words in filter(str.strip, before.split(";")):
        game = played(game, words)
    assert codes(game, told) == expected
    overruled = [code for code in expected if code not in OVERRULABLE]
    assert codes(game, "!" + told) == overruled


def test_an_empty_pile_gives_nothing() -> None:
    game = with_hands(started(4), M=4, G=4, S=4, R=4)
    assert codes(game, "clairvoyant M") == ["pile-empty"]
    traded = played(game, TRADED)
    assert codes(traded, "announced G bag-key") == ["pile-empty"]
    tie = played(game, "attacked M G; supported S none; supported R none; counted")
    assert tie.state.turn is G


def test_a_bag_that_answers_a_demand_cannot_be_denied() -> None:
    game = played(started(4), "offered M G; accepted G; announced G bag-key; waived M; announced M null")
    demanded = played(game, "passed G; diplomat S G key")
    assert codes(demanded, "denied G") == []
    game = played(game, "passed G; diplomat S G bag-key")
    assert codes(game, "denied G") == ["has-it"]
    assert codes(game, "handed G") == []


def test_what_was_seen_must_be_shown_again() -> None:
    game = played(started(5), SUPPORT + "; used M dagger; counted; looked M")
    game = played(game, "passed G; passed S; passed R; passed T; claimed M own")
    assert codes(game, "shown M order thug [key]") == ["hidden-item"]
    assert codes(game, "shown M order thug [gloves]") == ["hidden-item"]
    other = played(game.undo(), "passed M; claimed G own")
    assert codes(other, "shown G order thug [dagger]") == ["item-elsewhere"]


def test_no_more_cards_are_shown_than_there_are() -> None:
    game = played(with_hands(started(4), M=4, G=2), "claimed M own")
    assert codes(game, "shown M order thug [key key key key]") == ["impossible-cards"]
    game = played(game, "shown M order thug [key key whip ring]; named M [G S R]; shown G order [goblet goblet]")
    assert codes(game, "shown S order [key]") == ["impossible-cards"]
    assert codes(game, "shown S order [crest]") == ["not-in-game", "impossible-cards"]
    assert codes(game, "shown S brotherhood [whip]") == ["impossible-cards"]


def test_corrections_must_add_up() -> None:
    game = started(5)
    assert codes(game, corrected(pile=12)) == ["sum-wrong"]
    assert codes(game, corrected(pile=11)) == []
    assert codes(game, corrected(hands={"M": 0}, pile=12)) == ["count-below-one"]
    assert codes(game, corrected(hands={"M": 13}, pile=-1)) == ["count-below-one"]
    for stranger in (corrected(hands={"J": 1}), corrected(professions={"J": "thug"}), corrected(turn="J")):
        assert codes(game, stranger) == ["not-seated"]
    assert codes(game, corrected(professions={"M": "thug", "G": "thug"})) == ["profession-elsewhere"]
    assert codes(played(game, "offered M G"), corrected(pile=11)) == ["not-now"]
    assert codes(played(game, "claimed M own"), corrected(turn="G")) == ["not-now"]
    game = game.apply(corrected(professions={"M": "priest"}, turn="S"))
    assert public(game)["players"][0]["used_up"]
    assert game.state.turn is S
    assert public(game.apply(corrected(professions={"M": None})))["players"][0]["profession"] is None


def test_k25_a_correction_in_a_trade_lets_what_is_read_out_after_it_be_with_anyone() -> None:
    """A correction in a trade lets the next item read out be with anyone (K25).

    The counts may have been wrong because of just this item: nobody may be asked to show it, or told that they
    cannot.
    """
    drawn = "offered M G; accepted G; announced G bag-key; drew M"
    given = played(with_hands(started(6), M=5), drawn + "; gave M S; announced M monocle; waived G; passed G")
    assert codes(played(given, "offered S R; accepted R"), "announced R monocle") == []
    kept = played(with_hands(started(6), M=5), drawn + "; gave M S; announced M null; passed G; passed S")
    assert codes(played(kept, "offered R T; accepted T"), "announced T bag-key") == ["item-elsewhere"]

    over = played(with_hands(started(6), M=5), drawn)
    put_right = played(over.apply(corrected(hands={"M": 5, "R": 2})), "announced M monocle; waived G; passed G")
    for item in ("bag-key", "monocle"):
        assert codes(played(put_right, "passed S; offered R T; accepted T"), f"announced T {item}") == []
    assert codes(played(put_right, "passed S; passed R; passed T; passed B; claimed M own"), CLAIMANT_SHOWS) == []


def test_a_correction_that_puts_someone_over_the_limit_is_settled_first() -> None:
    game = with_hands(started(5), M=6)
    assert game.state.phase is Phase.LIMIT
    assert codes(game, "passed M") == ["limit-first"]
    assert codes(game, corrected(turn="G")) == ["not-now"]
    assert codes(game, "gave G M") == ["not-yours"]
    assert codes(game, "gave M M") == ["yourself"]
    assert played(game, "gave M G").state.phase is Phase.TURN
    assert with_hands(game, M=5).state.phase is Phase.TURN


def test_overruled_acting_out_of_turn_makes_active() -> None:
    assert played(started(5), "!passed S").state.turn is R
    game = played(started(5), "!attacked S R")
    assert (game.state.turn, game.state.support_order()[0]) == (S, "theodora")


def test_overruled_support_out_of_order_is_recorded() -> None:
    game = played(started(5), "attacked M G; !supported R sword")
    assert [str(player) for player in game.state.support_order()] == ["sarah", "theodora"]


def test_overruled_cards_count_for_the_side_they_are_printed_for() -> None:
    game = played(started(5), SUPPORT + "; !used T dagger; !used R knives; !used T bodyguard; !used M bodyguard")
    assert [used["side"] for used in public(game)["fight"]["used"]] == ["attack", "attack", None, "attack"]


def test_overruled_a_priest_who_attacks_is_paid_nothing() -> None:
    game = played(with_hands(started(5), M=3), "attacked M G; !priest M")
    assert (hands(game), game.state.turn) == ([3, 1, 1, 1, 1], G)


def test_the_codes_are_those_of_the_rules() -> None:
    assert len(Code) == 35
    assert len(OVERRULABLE) == 13


def test_every_event_reads_as_it_was_written() -> None:
    for told in ("looked M 2", "announced M null", "!passed M", "shown M [order order brotherhood] thug [key]"):
        made = event(told)
        assert RULES.event_from_json(RULES.event_to_json(made)) == made
    for made in (corrected(hands={"M": 2}, pile=3, turn="G"), corrected(professions={"M": None, "G": "thug"})):
        assert RULES.event_from_json(RULES.event_to_json(made)) == made


def test_a_wrong_show_says_which_cards_are_asked_for() -> None:
    def sentence(players: int, before: str, told: str) -> str:
        game = played(started(players, variants=["three-advanced"] if players == 3 else []), before)
        (problem,) = game.problems(event(told))
        return problem.text

    claim = "claimed M own"
    assert "the association, profession, all items and" in sentence(5, claim, "shown M order")
    assert "three associations, profession, all items and" in sentence(3, claim, "shown M order thug [key goblet]")
    named = claim + "; shown M order thug [key]; named M [G]"
    assert "the association, all items and" in sentence(5, named, "shown G order thug [key]")
    reveal = claim + "; shown M order thug [dagger]"
    assert "the association and" in sentence(5, reveal, "shown G order thug")
