"""Decisions are listed just as the rules allow them; the order of the stacks is hidden."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from random import Random

import pytest

from engine.betrayal import events as e
from engine.betrayal.components import PAIR, Harm, Trait
from engine.betrayal.fights import value_of
from engine.betrayal.full_state import FullState
from engine.betrayal.game import RULES
from engine.betrayal.hidden import Stacks
from engine.betrayal.play import PLAY
from engine.betrayal.possible import Amounts, BegunEvent, Declined, DiceThrown, Move
from engine.betrayal.rolls import dice
from engine.betrayal.state import MONSTERS, Phase, State
from tests.engine.betrayal.game_text import hold, lay, put, state_of
from tests.engine.betrayal.random_games import random_start

#: No random game is longer.
MOST_MOVES = 3000


def random_play(seed: int, players: int | None = None) -> Iterator[tuple[FullState, Move]]:
    """Yield each state of a random game with the move that follows."""
    rng = Random(seed)
    state = PLAY.deal(random_start(rng, players), rng)
    for _ in range(MOST_MOVES):
        if PLAY.over(state) is not None:
            return
        move = PLAY.draw(state, rng)
        yield state, move
        state = PLAY.follow(state, move)


def decisions(seed: int) -> list[FullState]:
    """Return all states of a random game in which a seat acts and nothing is announced."""
    return [state for state, _ in random_play(seed) if PLAY.acting_seats(state) and state.announced is None]


def announced(event: e.GameEvent) -> Move:
    """Return the decision that leads to an event with dice."""
    match event:
        case e.Attacked():
            return BegunEvent(replace(event, faces=(), against=()))
        case e.Crossed() | e.Opened() | e.ExitRolled() | e.MonstersRolled():
            return BegunEvent(replace(event, faces=()))
    return event


def candidates(state: State) -> Iterator[e.GameEvent]:
    """Yield all that might be decided in a turn, most of it forbidden."""
    figures = (*state.explorers, *state.monsters)
    cards = [name for name, card in state.cards.items() if card.at != "gone"]
    some = [combination for size in (1, 2, 3) for combination in combinations(sorted(cards), size)]
    for figure in figures:
        yield e.Slid(by=figure)
        yield from (e.Moved(by=figure, to=room) for room in state.house.rooms)
        for on, card, trait in product(figures, (None, *cards), Trait):
            rolls = [dice(value_of(state, fighter, trait) or 0) for fighter in (figure, on)]
            yield e.Attacked(by=figure, on=on, faces=(0,) * rolls[0], against=(0,) * rolls[1], trait=trait, with_=card)
    for kind, values in state.kinds.items():
        yield e.MonstersRolled(kind=kind, faces=(0,) * values.speed)
    for player in state.players:
        for trait in Trait:
            faces = (0,) * dice(state.explorers[player].value(trait))
            yield e.Crossed(by=player, faces=faces)
            yield e.Opened(by=player, faces=faces)
            if player == state.turn:
                yield e.ExitRolled(by=player, faces=faces)
        yield from (e.Gave(by=player, to=to, card=card) for to in state.players for card in cards)
        yield from (kind(by=player, cards=names) for kind in (e.Dropped, e.Picked) for names in some)
    splits = (None, *(Amounts({trait: 1}) for trait in Trait))
    for actor, split, gain in product((None, *state.players), splits, (None, *Trait)):
        yield e.TurnEnded(by=actor, split=split, gain=gain)


def turn_problems(full: FullState) -> list[str]:
    """Say what is listed and refused, or allowed and not listed."""
    state, listed = full.state, PLAY.possible(full)
    found = [f"{event} refused" for event in map(PLAY.event, listed) if event and RULES.problems(state, event)]
    for event in candidates(state):
        # Which dice a roll has is no decision.
        if announced(event) not in listed and not RULES.problems(state, event):
            found.append(f"{event} not listed")
    return found


def named(move: Move) -> tuple[str, str]:
    event = move.event if isinstance(move, BegunEvent) else move
    assert not isinstance(event, Declined | DiceThrown)
    return RULES.codec.name_of(event), getattr(event, "by", None) or ""


def test_all_that_is_drawn_is_allowed() -> None:
    kinds = set()
    for seed in range(4):
        for state, move in random_play(seed):
            event = PLAY.event(move)
            if event is not None:
                assert not RULES.problems(state.state, event), event
                kinds.add(type(event))
    assert {e.Attacked, e.Damaged, e.Discovered, e.ElevatorRan, e.Fell, e.Gave, e.Won, e.Confirmed} <= kinds


@pytest.mark.slow
@pytest.mark.thorough(but=["1"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_all_that_a_turn_allows_is_listed_and_nothing_else(seed: int) -> None:
    states = [state for state in decisions(seed) if not state.state.owed]
    for state in Random(seed).sample(states, 12):
        assert turn_problems(state) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_decisions_are_of_the_kinds_that_next_names(seed: int) -> None:
    for state in decisions(seed)[::5]:
        expected = {(choice.event, choice.by) for choice in RULES.next(state.state)}
        found = {named(move) for move in PLAY.possible(state) if not isinstance(move, Declined)}
        assert found <= expected
        # A claim is made by the stand-in haunt alone, and rooms are moved one at a time, where that helps.
        missing = {kind for kind in expected - found if kind[0] not in ("won", "rearranged")}
        # First an attacker decides whether to steal, then the beaten one shares the damage out.
        assert {event for event, _ in missing} <= ({"damaged", "stole"} if state.state.owed else set())


def test_the_house_is_what_all_see_of_a_whole_state() -> None:
    full = FullState(state_of("S: moved heather(to foyer)"), Stacks.shuffled(1, ()))
    assert PLAY.public(full) is full.state


def test_damage_is_shared_out_in_every_way_that_is_allowed() -> None:
    full = FullState(state_of("H: attacked rhinehardt(on brandon, faces [2 2], against [1 0 0 0])"), None)
    assert full.state.owed[0].steal == "rhinehardt"
    assert PLAY.acting_seats(full) == ("brandon",), "there is nothing to steal"
    listed = PLAY.possible(full)
    pair = PAIR[Harm.PHYSICAL]
    for first, other in product(range(9), repeat=2):
        split = Amounts({trait: points for trait, points in zip(pair, (first, other), strict=True) if points})
        event = e.Damaged(by="brandon", kind=Harm.PHYSICAL, points=3, split=split)
        assert (event in listed) is not bool(RULES.problems(full.state, event))


def test_who_may_steal_is_asked_first_and_may_decline() -> None:
    attack = "attacked rhinehardt(on brandon, faces [2 2], against [1 0 0 0])"
    full = FullState(state_of(f"H: {hold('brandon', 'bell')} {attack}"), None)
    assert PLAY.acting_seats(full) == ("rhinehardt",)
    steals, declines = PLAY.possible(full)
    assert steals == e.Stole(by="rhinehardt", from_="brandon", card="bell")
    assert not RULES.problems(full.state, steals)
    assert PLAY.event(declines) is None
    assert PLAY.acting_seats(PLAY.follow(full, declines)) == ("brandon",)


def test_monsters_do_what_the_traitor_decides() -> None:
    state = state_of("H: turn_ended rhinehardt; turn_ended heather; turn_ended brandon")
    assert state.turn == MONSTERS
    assert PLAY.acting_seats(FullState(state, None)) == ("brandon",)


def test_dice_are_rolled_after_what_they_are_for_is_announced() -> None:
    full = FullState(state_of("H: "), None)
    attack = next(move for move in PLAY.possible(full) if isinstance(move, BegunEvent) and named(move)[0] == "attacked")
    assert PLAY.event(attack) is None
    after = PLAY.follow(full, attack)
    assert PLAY.acting_seats(after) == ()
    event = PLAY.draw(after, Random(1))
    assert isinstance(event, e.Attacked)
    assert not RULES.problems(full.state, event)


def test_a_discovered_tile_is_turned_over_and_then_laid() -> None:
    full = FullState(state_of("S: moved heather(to foyer)"), Stacks.shuffled(1, ()))
    door = next(move for move in PLAY.possible(full) if isinstance(move, BegunEvent))
    turned = PLAY.follow(PLAY.follow(full, door), PLAY.draw(PLAY.follow(full, door), Random(1)))
    assert PLAY.acting_seats(turned) == ("heather",)
    laid = PLAY.possible(turned)
    assert len({event.tile for event in laid if isinstance(event, e.Discovered)}) == 1
    assert not any(RULES.problems(full.state, event) for event in laid if isinstance(event, e.Discovered))


def test_a_closed_floor_is_rearranged_so_that_a_tile_fits() -> None:
    # The Foyer's north is open, where only the Coal Chute is left, which closes the floor.
    laid = (
        lay("graveyard", "ground", 1, -1) + lay("conservatory", "ground", 1, 1) + lay("organ-room", "ground", 0, 1, 2)
    )
    others = state_of("S:").undiscovered - {"graveyard", "conservatory", "organ-room", "coal-chute"}
    away = ", ".join(f"{tile} [upper {10 + place} 10 0]" for place, tile in enumerate(sorted(others)))
    text = f"S: {laid} corrected(set {{rooms {{{away}}}}}, why case); moved heather(to foyer)"
    full = FullState(state_of(text), None)
    (move,) = [move for move in PLAY.possible(full) if named(move)[0] == "rearranged"]
    event = PLAY.draw(PLAY.follow(full, move), Random(1))
    assert isinstance(event, e.Rearranged)
    assert not RULES.problems(full.state, event)


def test_a_view_has_no_order_and_every_order_is_dealt_as_often() -> None:
    full = FullState(state_of("S: moved heather(to foyer)"), Stacks.shuffled(1, ()))
    view = PLAY.view(full, "heather")
    assert view == FullState(full.state, None)
    rng = Random(1)
    dealt = [PLAY.determinize(view, "heather", rng) for _ in range(840)]
    assert all(PLAY.view(world, "heather") == view for world in dealt)
    first = Counter(next(world.stacks.tiles(world.state)) for world in dealt if world.stacks is not None)
    assert set(first) == full.state.stack
    assert all(4 < times < 45 for times in first.values()), first


def test_what_is_drawn_or_laid_is_dealt_no_more() -> None:
    for state, _ in random_play(5):
        dealt = PLAY.determinize(PLAY.view(state, state.state.players[0]), state.state.players[0], Random(1))
        assert dealt.stacks is not None
        assert {*dealt.stacks.all_tiles} == state.state.undiscovered
        held = {name for name, card in state.state.cards.items() if card.at != "gone"}
        assert not held & {*dealt.stacks.all_cards}
    assert held


def test_bots_keep_their_cards_and_attack_an_enemy_in_one_way() -> None:
    full = FullState(state_of(f"H: {hold('rhinehardt', 'axe', 'bell', 'book')}"), None)
    every, considered = PLAY.possible(full), PLAY.moves_of(full, "rhinehardt")
    assert {*considered} < {*every}
    assert not any(isinstance(move, e.Dropped) for move in considered)
    attacks = [move.event for move in considered if isinstance(move, BegunEvent) and isinstance(move.event, e.Attacked)]
    assert {(attack.on, attack.trait, attack.with_) for attack in attacks} == {
        ("brandon", Trait.MIGHT, "axe"),
        ("rat-2", Trait.MIGHT, "axe"),
    }


@pytest.mark.parametrize("seed", [1, 2])
def test_games_end_with_a_winner(seed: int) -> None:
    states = [state for state, _ in random_play(seed)]
    last, move = [*random_play(seed)][-1]
    end = PLAY.follow(last, move)
    assert end.state.phase is Phase.OVER
    result = PLAY.over(end)
    assert result is not None
    assert sum(PLAY.reward(result, seat) for seat in end.state.players) == pytest.approx(1)
    assert all(0 <= PLAY.worth(state, seat) <= 1 for state in states[::9] for seat in state.state.players)


def test_announced_moves_can_be_told_apart_by_everybody() -> None:
    full = FullState(state_of(f"S: {lay('chasm', 'basement', 1, 0)} {put('heather', 'chasm', 'E')}"), None)
    moves = PLAY.possible(full)
    assert len({PLAY.noticed(move) for move in moves}) == len(moves)


def test_nobody_walks_back_before_anything_else_has_happened() -> None:
    full = FullState(state_of("S: moved heather(to foyer)"), None)
    back = e.Moved(by="heather", to="entrance-hall")
    assert back in PLAY.possible(full)
    assert back not in PLAY.moves_of(full, "heather")
    picked = FullState(
        state_of(f"S: {hold('foyer', 'axe')} moved heather(to foyer); picked heather(cards [axe])"), None
    )
    assert back in PLAY.moves_of(picked, "heather")


def test_the_end_of_a_turn_is_worth_as_much_after_steps_that_lead_nowhere() -> None:
    moves = (e.Moved(by="rhinehardt", to="foyer"), e.Moved(by="rhinehardt", to="entrance-hall"))
    before = FullState(state_of("H:"), None, turns=3)
    room = before.state.room_of("rhinehardt")
    walked = before
    for move in moves:
        walked = PLAY.follow(walked, move)
    assert walked.state.room_of("rhinehardt") == room
    ended = PLAY.follow(before, e.TurnEnded())
    for seat in before.state.players:
        assert PLAY.worth(walked, seat) == pytest.approx(PLAY.worth(ended, seat))


@pytest.mark.parametrize(("explorer", "rolls"), [("rhinehardt", True), ("brandon", False)])
def test_who_need_not_roll_to_leave_a_room_is_not_offered_it(explorer: str, rolls: bool) -> None:
    """The rules allow it to a traitor (section 5), whom nobody asks at the table."""
    ended = "" if explorer == "rhinehardt" else "turn_ended rhinehardt; turn_ended heather;"
    full = FullState(state_of(f"H: {lay('graveyard', 'ground', 0, 1)} {ended} {put(explorer, 'graveyard')}"), None)
    assert PLAY.acting_seats(full) == (explorer,)

    def is_leave_roll(move: Move) -> bool:
        return isinstance(move, BegunEvent) and isinstance(move.event, e.ExitRolled)

    assert any(map(is_leave_roll, PLAY.possible(full)))
    assert any(map(is_leave_roll, PLAY.moves_of(full, explorer))) is rolls
