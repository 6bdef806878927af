"""The worked examples of the rules, in their words."""

from engine.coach_ride.cards import Profession
from engine.coach_ride.state import Phase
from engine.game import Result

from .game_text import G, M, R, S, choices, codes, corrected, hands, played, public, started, with_hands

TIE = "attacked M G; supported S sword; supported R shield; supported T none"


def test_1_a_trade_in_which_two_items_act() -> None:
    game = played(
        started(5),
        "offered M G; accepted G; announced G monocle; looked M; announced M privilege; looked G",
    )
    assert (game.state.turn, hands(game), game.state.pile) == (G, [1] * 5, 11)


def test_1_a_refused_offer_ends_the_turn() -> None:
    assert played(started(5), "offered M G; refused G").state.turn is G


def test_2_by_the_mirror_nothing_is_named() -> None:
    game = played(started(5, "mirror"), "offered M G; accepted G; announced G null")
    assert codes(game, "announced M mirror") == ["no-trade-effect"]
    assert played(game, "announced M null").state.turn is G


def test_3_a_tie_lets_the_attacker_draw() -> None:
    game = played(started(5), TIE + "; counted")
    fight = public(game)["fight"]
    assert (fight["attack"], fight["defence"], fight["winner"]) == (2, 2, "tie")
    assert choices(game) == [f"doctor {player}" for player in "GMRST"] + ["drew M"]
    game = played(game, "drew M")
    assert (hands(game), game.state.pile, game.state.turn) == ([2, 1, 1, 1, 1], 10, G)


def test_3_the_ring_wins_the_tie() -> None:
    assert public(played(started(5), TIE + "; used G ring; counted"))["fight"]["winner"] == "defender"


def test_4_a_last_item_is_taken_in_exchange() -> None:
    game = played(started(5), TIE + "; used M dagger")
    assert codes(game, "used T knives") == ["not-your-role"]
    game = played(game, "counted")
    fight = public(game)["fight"]
    assert (fight["attack"], fight["defence"]) == (3, 2)
    game = played(game, "searched M true")
    assert (hands(game), game.state.turn) == ([1] * 5, G)


def test_5_the_duelist_sends_all_supporters_away() -> None:
    game = played(started(5), TIE + "; used S knives; used G duelist")
    fight = public(game)["fight"]
    assert set(fight["support"].values()) == {"none"}
    assert fight["used"][0] == {"by": "sarah", "card": "knives", "side": None}
    assert (fight["attack"], fight["defence"]) == (1, 2)
    assert codes(game, "hypnotised M R") == ["too-late"]


def test_6_the_priest_stops_an_attack_before_support() -> None:
    attacked = played(started(5), "attacked M G")
    game = played(attacked, "priest S")
    assert (game.state.turn, hands(game)) == (G, [1] * 5)
    assert public(game)["players"][2] == {"id": "sarah", "hand": 1, "profession": "priest", "used_up": True}
    assert codes(played(attacked, "supported S none"), "priest S") == ["too-late"]


def test_7_giving_away_over_the_limit_comes_before_the_second_announcement() -> None:
    game = played(
        started(6).apply(corrected(hands={"M": 5}, pile=6)),
        "offered M G; accepted G; announced G bag-key; drew M",
    )
    assert (hands(game)[0], game.state.pile, game.state.phase) == (6, 5, Phase.LIMIT)
    assert choices(game) == ["gave M"]
    assert codes(game, "announced M null") == ["limit-first"]
    game = played(game, "gave M S")
    assert (hands(game), game.state.phase) == ([5, 1, 2, 1, 1, 1], Phase.ANNOUNCE)


def test_8_an_item_that_was_used_is_known_to_be_elsewhere() -> None:
    game = played(
        started(4),
        "attacked M G; supported S none; supported R none; used M dagger; counted; looked M;"
        "attacked G M; supported S none; supported R none",
    )
    assert codes(game, "used S dagger") == ["item-elsewhere", "not-your-role"]


def test_9_a_claim_with_an_ally() -> None:
    naming = played(
        with_hands(started(4), M=3, G=2),
        "claimed M own; shown M order thug [key key dagger]; named M [G]",
    )
    game = played(naming, "shown G order [key whip]")
    assert (public(game)["claim"]["result"], game.state.phase) == ("right", Phase.REVEAL)
    game = played(game, "shown S brotherhood; shown R brotherhood")
    assert game.state.result == Result((M, G), "claim-right")

    game = played(naming, "shown G order [goblet whip]; shown R brotherhood; shown S brotherhood")
    assert public(game)["claim"]["faults"] == ["not-enough", "nothing-to-show:gundla"]
    assert game.state.result == Result((S, R), "claim-wrong")


def test_10_a_drink_counts_for_the_smaller_side() -> None:
    game = played(with_hands(started(7), M=2), "claimed M own; shown M brotherhood priest [goblet goblet]; named M []")
    assert (public(game)["claim"]["result"], game.state.phase) == (None, Phase.REVEAL)
    few = played(
        game,
        "shown G brotherhood; shown S brotherhood; shown R order; shown T order; shown B order; shown J order",
    )
    assert few.state.result == Result((M, G, S), "claim-right")
    many = played(
        game,
        "shown G brotherhood; shown S brotherhood; shown R brotherhood; shown T order; shown B order; shown J order",
    )
    assert public(many)["claim"]["faults"] == ["not-enough"]
    assert many.state.result == Result(("theodora", "basilius", "juan"), "claim-wrong")


def test_11_the_crest() -> None:
    claimed = played(with_hands(started(5, "crest"), M=4), "claimed M crest")
    game = played(claimed, "shown M order doctor [crest goblet key key]")
    assert game.state.result == Result((M,), "crest-right")
    assert game.state.phase is Phase.OVER

    claimed = played(with_hands(started(5, "crest"), M=5), "claimed M crest")
    game = played(claimed, "shown M order doctor [crest goblet key key pearl]")
    assert (public(game)["claim"]["faults"], game.state.phase) == (["pearl"], Phase.REVEAL)
    game = played(game, "shown G order; shown S order; shown R brotherhood; shown T brotherhood")
    assert game.state.result == Result((R, "theodora"), "crest-wrong")


def test_12_one_of_three_associations_is_pointed_at() -> None:
    game = played(started(3, variants=["three-advanced"]), "attacked M G; supported S sword; counted")
    assert codes(game, "looked M") == ["which-card"]
    assert played(game, "looked M 2").state.turn is G


def test_the_open_profession_stays_until_coat_or_tome() -> None:
    game = played(started(5), "clairvoyant M; passed M")
    assert game.state.professions == {M: Profession.CLAIRVOYANT}
