"""The numbers of section 2: what each number of players takes, deals and puts away."""

import pytest

from engine.coach_ride.cards import UNSEALED, Item, Variant, associations_each, is_single

from .game_text import codes, played, public, started

#: By the number of players: associations of each side, one put away and Drinks, items each, the limit (section 2).
SECTION_2 = {
    3: (2, True, 2, 8),
    4: (2, False, 1, 6),
    5: (3, True, 1, 5),
    6: (3, False, 1, 5),
    7: (4, True, 1, 5),
    8: (4, False, 1, 5),
    9: (5, True, 1, 5),
    10: (5, False, 1, 5),
}
#: 16 sealed items, and the five others (section 1).
SEALED = 16


@pytest.mark.parametrize("players", SECTION_2)
def test_a_game_begins_with_the_numbers_of_section_2(players: int) -> None:
    each_side, odd, items_each, limit = SECTION_2[players]
    state = public(started(players))
    sealed = SEALED - (players == 3)
    assert sum(state["items"].values()) == sealed
    assert (Item.PEARL.word in state["items"]) == (players != 3)
    assert state["items"]["key"] == state["items"]["goblet"] == 3
    assert [player["hand"] for player in state["players"]] == [items_each] * players
    assert [player["profession"] for player in state["players"]] == [None] * players
    assert state["pile"] == sealed - items_each * players
    assert state["profession_pile"] == 10 - players
    assert (state["limit"], state["drinks"]) == (limit, odd)
    assert (state["phase"], state["turn"], state["turns"]) == ("turn", state["players"][0]["id"], 1)
    assert associations_each(players, ()) == each_side
    # Whoever gets none of those that are shuffled: with an odd number one is put away.
    assert 2 * each_side - players == odd


@pytest.mark.parametrize("item", UNSEALED)
def test_an_unsealed_item_comes_into_the_pile(item: Item) -> None:
    assert is_single(item)
    with_it, without = public(started(6, item.word)), public(started(6))
    assert with_it["pile"] == without["pile"] + 1
    assert with_it["items"] == {**without["items"], item.word: 1}


def test_as_many_of_a_side_can_lie_open_as_were_shuffled() -> None:
    assert associations_each(3, (Variant.THREE_ADVANCED,)) == 5
    claim = "claimed M own; shown M {} thug [dagger gloves]"
    game = played(started(3), claim.format("order") + "; shown G order")
    assert codes(game, "shown S order") == ["impossible-cards"]
    assert codes(game, "shown S brotherhood") == []
    game = played(started(3, variants=["three-advanced"]), claim.format("[order order order]"))
    assert codes(game, "shown G [order order order]") == ["impossible-cards"]
    game = played(game, "shown G [order order brotherhood]")
    assert codes(game, "shown S [order brotherhood brotherhood]") == ["impossible-cards"]
    assert codes(game, "shown S [brotherhood brotherhood brotherhood]") == []


def test_turns_are_counted_as_they_begin() -> None:
    game = played(started(5), "passed M; offered G S; refused S; clairvoyant S; passed S")
    assert (public(game)["turns"], public(game)["turn"]) == (4, "romana")
