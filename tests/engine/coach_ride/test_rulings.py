"""Rulings of section 4 that the examples do not show."""

from engine.coach_ride.state import Phase

from .game_text import G, choices, codes, corrected, played, public, started, with_hands

SUPPORT = "attacked M G; supported S sword; supported R shield; supported T none"


def test_k22_the_poison_mixer_names_the_winner_whatever_the_totals_are() -> None:
    for named, winner in (("attacker", "M"), ("defender", "G")):
        game = played(started(5), SUPPORT + f"; used M dagger; used T poison-mixer {named}")
        assert (public(game)["fight"]["winner"], game.state.phase) == (named, Phase.RESULT)
        assert {f"looked {winner}", f"searched {winner}"} <= set(choices(game))
    assert codes(played(started(5), SUPPORT + "; used G duelist"), "used T poison-mixer attacker") == []


def test_k2_after_the_duelist_all_who_do_not_fight_stand_with_none() -> None:
    game = played(started(5), "attacked M G; supported S sword; used M duelist")
    assert game.state.phase is Phase.POWERS
    assert public(game)["fight"]["support"] == {"sarah": "none", "romana": "none", "theodora": "none"}


def test_k3_the_ring_alone_breaks_a_tie_and_adds_nothing() -> None:
    game = played(started(5), SUPPORT + "; used S knives; used R whip; used G ring")
    fight = public(game)["fight"]
    assert (fight["attack"], fight["defence"]) == (3, 3)
    assert public(played(game, "counted"))["fight"]["winner"] == "defender"
    game = played(started(5), SUPPORT + "; used S knives; used M ring; counted")
    assert public(game)["fight"]["winner"] == "attacker"


def test_k11_what_is_known_to_be_elsewhere_is_not_handed_and_what_is_there_not_denied() -> None:
    known = played(started(5), "offered M G; accepted G; announced G monocle; waived M; announced M null; passed G")
    elsewhere, in_hand = played(known, "diplomat S R monocle"), played(known, "diplomat S G monocle")
    assert (codes(elsewhere, "handed R"), codes(elsewhere, "denied R")) == (["item-elsewhere"], [])
    assert (codes(in_hand, "handed G"), codes(in_hand, "denied G")) == ([], ["has-it"])


def test_in_a_trade_of_a_demanded_mirror_nothing_is_named() -> None:
    game = played(started(5, "mirror"), "diplomat M G mirror; handed G")
    assert codes(game, "announced G monocle") == ["not-that-item"]
    game = played(game, "announced G null")
    assert codes(game, "announced M mirror") == ["no-trade-effect"]
    assert played(game, "announced M null").state.turn is G


def test_k25_a_bag_that_may_have_answered_a_demand_is_with_either() -> None:
    """Players cannot see, the pile being empty, if the key or the bag was handed over (K5)."""
    few = with_hands(started(4), M=4, G=4, S=4, R=3)
    game = played(few, "offered M G; accepted G; announced G bag-key; drew M; announced M null")
    assert game.state.pile == 0
    demanded = played(game, "passed G; diplomat S G key")
    assert codes(demanded, "denied G") == ["has-it"]
    game = played(demanded, "handed G; announced G null; announced S null")
    assert codes(played(game, "claimed R own"), "shown R order thug [bag-key goblet key]") == ["item-elsewhere"]
    turns = played(game, "passed R; passed M")
    assert codes(played(turns, "claimed G own"), "shown G order thug [dagger gloves key whip]") == []
    diplomat = played(turns, "passed G; claimed S own")
    assert codes(diplomat, "shown S order diplomat [bag-key dagger gloves key]") == []


def test_k26_whose_profession_was_opened_elsewhere_by_overruling_still_has_it() -> None:
    """Professions that two have open: each may use and show it; nobody else opens it."""
    turn = "attacked {by} {on}; supported S none; supported R none; {used}; counted; looked {by}; "
    first = turn.format(by="M", on="G", used="used M thug")
    twice = first + turn.format(by="G", on="M", used="!used G thug")
    game = played(started(4), twice + "passed S; passed R")
    assert [public(game)["players"][number]["profession"] for number in (0, 1)] == ["thug", "thug"]
    claimed = played(game, "claimed M own")
    assert choices(claimed) == ["shown M"]
    assert codes(claimed, "shown M order thug [key]") == []
    assert codes(claimed, "shown M order duelist [key]") == ["other-profession"]
    fight = played(game, "attacked M G; supported S none; supported R none")
    assert "used M" in choices(fight)
    assert codes(fight, "used M thug") == []
    other = played(game, "passed M; passed G; attacked S M; supported R none; supported G none")
    assert codes(other, "used S thug") == ["profession-elsewhere"]


def test_k25_after_the_pile_was_counted_anew_every_item_may_be_with_anyone() -> None:
    fight = "attacked M G; supported S none; supported R none; used M dagger; counted; looked M"
    game = played(started(4), fight + "; passed G")
    assert codes(played(game, "claimed S own"), "shown S order thug [dagger]") == ["item-elsewhere"]
    counted = game.apply(corrected(pile=game.state.pile))
    assert codes(played(counted, "claimed S own"), "shown S order thug [dagger]") == []
