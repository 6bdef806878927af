"""The rules of the card game, its table before the camera, and its hidden hands."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest
from mouse_and_elephant.rules import CARDS, RULES, Event, Played, Seat, Started, State, Taken, size_of, winner
from mouse_and_elephant.table import TABLE, TAGS
from mouse_and_elephant.virtual import VIRTUAL

from companion.cards.dealt_hands import SeededHands, ZoneHands
from companion.cards.play import UNKNOWN, Dealt
from companion.cards.possible import find_revokes
from companion.cards.things import BACK
from companion.cells.steps import CellOverStep
from companion.device.settings import NO_CAMERA, Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.session_start import open_session
from companion.virtual_table.autoplay import Autoplay
from companion.virtual_table.piece import Piece
from companion.virtual_table.scripted_player import ScriptedPlayer
from engine.errors import NotationError
from hardware.buttons import Button
from tests.companion.virtual_table.laptop import Laptop
from tests.companion.virtual_table.people import People

WEST, NORTH, EAST = Seat
TRICK = (Played(WEST, "red-6"), Played(NORTH, "green-5"), Played(EAST, "blue-1"))


def state_after(*events: Event) -> State:
    return RULES.replay((Started(), *events)).state


@pytest.mark.parametrize(
    ("cards", "takes"),
    [
        (("red-2", "blue-5", "green-3"), NORTH),
        (("red-5", "blue-5", "green-3"), NORTH),
        (("red-6", "blue-5", "green-1"), EAST),
        (("red-1", "blue-6", "green-1"), EAST),
        (("red-1", "blue-5", "green-3"), NORTH),
    ],
    ids=["largest", "later of equals", "a mouse frightens an elephant", "the later mouse", "no elephant"],
)
def test_who_takes_a_trick(cards: tuple[str, ...], takes: Seat) -> None:
    assert winner(dict(zip(cards, Seat, strict=True))) is takes


def test_whoever_takes_a_trick_plays_first_in_the_next() -> None:
    state = state_after(*TRICK, Taken(EAST))
    assert (state.turn, state.tricks[EAST], dict(state.trick)) == (EAST, 1, {})


@pytest.mark.parametrize(
    ("events", "event", "codes"),
    [
        ((), Started(), ["not-now"]),
        ((), Played(NORTH, "red-1"), ["not-your-turn"]),
        ((), Taken(WEST), ["not-now"]),
        (TRICK[:1], Played(NORTH, "red-6"), ["played-before"]),
        (TRICK, Played(EAST, "red-1"), ["not-now"]),
        (TRICK, Taken(WEST), ["not-your-turn"]),
        (TRICK, Taken(EAST), []),
    ],
)
def test_what_is_wrong_has_a_code(events: tuple[Event, ...], event: Event, codes: list[str]) -> None:
    assert [problem.code for problem in RULES.problems(state_after(*events), event)] == codes


@pytest.mark.parametrize("line", ['{"event": "played"}', '{"event": "played", "by": "west", "card": "red-7"}', "{}"])
def test_what_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        RULES.event_from_json(json.loads(line))


# --- before the camera ------------------------------------------------------------------------------------------------


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path / "games.sqlite")


@pytest.fixture
def pilot(journal: Journal) -> ScriptedPlayer:
    """Return a game whose cards have been dealt."""
    pilot = ScriptedPlayer(VIRTUAL, Started(), journal)
    pilot.begin()
    assert pilot.page.name == "set-up"
    pilot.press(Button.ADVANCE)
    pilot.wait(1.0)
    assert pilot.page.name == "move"
    return pilot


def lay(pilot: ScriptedPlayer, card: str, zone: str) -> None:
    """A hand lays a card about the middle of a zone, and takes itself away."""
    x, y = pilot.table.catalogue.mat.centre(zone)
    pilot.table.put(Piece(card, "", (x - 12.0, y - 14.0), 3.0))
    pilot.wait(2.0)


def caption(pilot: ScriptedPlayer) -> str:
    assert isinstance(pilot.page, BoardPage)
    return pilot.page.caption


@pytest.mark.slow
def test_a_trick_is_played_and_taken_by_hand(pilot: ScriptedPlayer) -> None:
    for event in TRICK:
        lay(pilot, event.card, event.by)
    assert pilot.game.events[1:] == TRICK
    assert caption(pilot) == "Take the trick."
    for event in TRICK:
        pilot.table.remove(event.card)
        pilot.wait(1.5)
    assert pilot.game.events[-1] == Taken(EAST)
    assert caption(pilot) == "Play a card."


@pytest.mark.slow
def test_a_card_before_another_player_is_named(pilot: ScriptedPlayer) -> None:
    lay(pilot, "red-6", "north")
    pilot.wait(3.0)
    assert pilot.game.events == (Started(),)
    assert caption(pilot) == "Elephant (red) does not belong here: North."
    lay(pilot, "red-6", "west")
    assert pilot.game.events[1:] == TRICK[:1]


@pytest.mark.slow
def test_what_was_taken_back_is_put_right(pilot: ScriptedPlayer) -> None:
    lay(pilot, "red-6", "west")
    pilot.session.undo(1)
    assert caption(pilot) == "Take elephant (red) off the mat."
    pilot.table.remove("red-6")
    pilot.wait(2.0)
    assert caption(pilot) == "Play a card."


@pytest.mark.thorough
@pytest.mark.slow
def test_bots_play_a_whole_game_before_the_camera(journal: Journal) -> None:
    autoplay = Autoplay(VIRTUAL, Started(), journal, seed=4)
    game = autoplay.play()
    assert sum(game.state.tricks.values()) == 8
    assert autoplay.counts.problems == 0
    dealt = SeededHands(TABLE, Random(4).getrandbits(32)).hidden([Started()])
    assert all(event.card in dealt[event.by] for event in game.events if isinstance(event, Played))


# --- hidden hands -----------------------------------------------------------------------------------------------------


def test_every_card_is_in_one_hand_until_it_is_played() -> None:
    hands = SeededHands(TABLE, 7)
    dealt = hands.hidden([Started()])
    assert sorted(card for hand in dealt.values() for card in hand) == sorted(CARDS)
    card = dealt[WEST][0]
    left = hands.hidden([Started(), Played(WEST, card)])
    assert left == {**dealt, WEST: dealt[WEST][1:]}


def test_nothing_public_tells_a_hand(journal: Journal) -> None:
    laptop = Laptop(VIRTUAL, Started(), TAGS.zones, journal, None)
    card = next(held.piece_id for group in laptop.hands.look("west") for held in group.cards)
    laptop.tell(Played(WEST, card))
    hidden = {card.piece_id for seat in Seat for group in laptop.hands.look(seat) for card in group.cards}
    assert hidden == set(CARDS) - {card}
    assert laptop.session.game is not None
    told = json.dumps(RULES.public_state(laptop.session.game.state)) + "".join(journal.events(1))
    assert not [card for card in hidden if card in told]
    assert not hidden & {*laptop.table.pieces}


def test_one_sees_the_own_hand_alone(journal: Journal) -> None:
    laptop = Laptop(VIRTUAL, Started(), TAGS.zones, journal, None)
    seen = {seat: {card.piece_id for group in laptop.hands.look(seat) for card in group.cards} for seat in Seat}
    assert [len(cards) for cards in seen.values()] == [8, 8, 8]
    assert set.union(*seen.values()) == set(CARDS)
    assert all(card.idle for group in laptop.hands.look("north") for card in group.cards), "it is West's turn"


def test_no_card_of_a_hand_covers_another_one(journal: Journal) -> None:
    laptop = Laptop(VIRTUAL, Started(), TAGS.zones, journal, None)
    covers = laptop.widget._covers
    assert covers is not None
    ((_, _, places),) = covers._places(laptop.hands.look("west"))
    boxes = [place.box for place in places]
    assert len(boxes) == 8
    assert not any(box.collidelistall(boxes[number + 1 :]) for number, box in enumerate(boxes))
    assert all(box.width > 120 and laptop.window.get_rect().contains(box) for box in boxes)


def test_a_hand_is_the_same_when_a_game_is_gone_on_with(journal: Journal) -> None:
    laptop = Laptop(VIRTUAL, Started(), TAGS.zones, journal, None)
    (group,) = laptop.hands.look("west")
    laptop.tell(Played(WEST, group.cards[0].piece_id))
    again = Laptop(VIRTUAL, Started(), TAGS.zones, journal, laptop.session.game_id, dealt=99)
    assert again.hands.look("west")[0].cards == laptop.hands.look("west")[0].cards
    assert len(again.hands.look("west")[0].cards) == 7


def test_the_file_of_the_hands_is_for_its_owner(journal: Journal) -> None:
    laptop = Laptop(VIRTUAL, Started(), TAGS.zones, journal, None)
    (file,) = (journal.path.parent / "virtual").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert isinstance(laptop.hands, ZoneHands)
    assert laptop.hands.trouble == ""
    content = json.loads(file.read_text())
    content["hands"]["west"][0] = content["hands"]["west"][1]
    file.write_text(json.dumps(content))
    assert "damaged" in Laptop(VIRTUAL, Started(), TAGS.zones, journal, laptop.session.game_id).hands.trouble


def test_the_zone_of_whoever_plays_is_tinted_whatever_the_hand(journal: Journal) -> None:
    laptop = Laptop(VIRTUAL, Started(), TAGS.zones, journal, None)
    assert laptop.hands.open_areas() == [TAGS.zones["west"]]


def test_nobody_can_tell_a_card_of_another_hand(journal: Journal) -> None:
    laptop = Laptop(VIRTUAL, Started(), TAGS.zones, journal, None)
    other = next(card.piece_id for card in laptop.hands.look("north")[0].cards)
    assert laptop.hands.contradiction(Played(WEST, other)) == "This card is in another hand."
    laptop.session.touch(f"hand {other}", 0.0)
    laptop.session.touch("west", 0.0)
    assert laptop.session.game is not None
    assert laptop.session.game.events == (Started(),)
    assert laptop.session.status == "This card is in another hand."


# --- following the first card's colour --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "playable"),
    [(("red-1", "blue-6"), ["red-1"]), (("green-1", "blue-6"), ["green-1", "blue-6"])],
    ids=["has the colour", "has it not"],
)
def test_the_first_card_s_colour_is_followed(hand: tuple[str, ...], playable: list[str]) -> None:
    state = state_after(TRICK[0])
    play = TABLE.play
    dealt = Dealt(state, {"west": ("red-2",), "north": hand, "east": (UNKNOWN,)})
    assert [move.card for move in play.possible(dealt)] == playable
    # Nobody knows the hands of real cards: all that have not been played may come.
    assert len(list(TABLE.possible(state))) == len(CARDS) - 1


def hands_with_a_choice(journal: Journal) -> tuple[Laptop, str, str]:
    """A trick in which North has a card of its colour, and another; both are named."""
    laptop = Laptop(VIRTUAL, Started(), TAGS.zones, journal, None)
    cards = {seat: [card.piece_id for group in laptop.hands.look(seat) for card in group.cards] for seat in Seat}
    first, following, other = next(
        (first, following, other)
        for first, following, other in product(cards[WEST], cards[NORTH], cards[NORTH])
        if CARDS[first] == CARDS[following] != CARDS[other]
    )
    laptop.tell(Played(WEST, first))
    return laptop, following, other


def test_a_card_that_a_hand_does_not_allow_is_refused_at_the_virtual_table(journal: Journal) -> None:
    laptop, following, other = hands_with_a_choice(journal)
    usable = [card.piece_id for group in laptop.hands.look("north") for card in group.cards if not card.idle]
    assert following in usable
    assert other not in usable
    sentence = laptop.hands.contradiction(Played(NORTH, other))
    assert sentence.startswith("You have this colour and must play it: ")
    assert laptop.hands.contradiction(Played(NORTH, following)) == ""
    assert isinstance(laptop.hands, ZoneHands)
    for card, face in ((other, BACK), (following, "")):
        # A card may have been taken out before the others played.
        laptop.hands.take_out(card, NORTH)
        laptop.table.put(replace(laptop.table.pieces[card], centre_mm=laptop.table.catalogue.mat.centre("north")))
        laptop.hands.laid(card)
        assert laptop.table.pieces[card].face == face
    assert laptop.session.notice == sentence


def test_what_a_hand_did_not_allow_is_told_at_the_end_with_real_cards(journal: Journal) -> None:
    """West leads red; North has red cards, as the last trick shows, and plays others, twice."""
    session = open_session(journal, Settings(camera=NO_CAMERA), [TABLE], sees=False)
    TABLE.begin(session, Started(), {})
    session.step.advance()
    west = [f"red-{size}" for size in (6, 5, 4)] + [f"yellow-{size}" for size in (6, 5, 4, 3, 2)]
    north = ["green-2", "green-3", "green-4", "green-5", "green-1", "red-1", "red-2", "red-3"]
    east = [f"blue-{size}" for size in range(1, 7)] + ["green-6", "yellow-1"]
    left = {WEST: west, NORTH: north, EAST: east}
    assert session.game is not None
    while session.game is not None and RULES.over(session.game.state) is None:
        state = session.game.state
        if len(state.trick) == len(Seat):
            session.step.enter_event(Taken(state.turn))
        else:
            session.step.enter_event(Played(state.turn, left[state.turn].pop(0)))
    revokes = find_revokes(TABLE, session.game.events)
    assert revokes
    assert all(CARDS[revoke.card] != CARDS[card] for revoke in revokes for card in revoke.allowed)
    assert {revoke.player for revoke in revokes} >= {"north"}
    # Where a game ends early, what was not laid may have been drawn, or be of any colour.
    assert find_revokes(TABLE, session.game.events[: -1 - len(Seat)]) == ()
    assert isinstance(session.step, CellOverStep)
    assert "Against the rules: " in session.step.text()


def test_nothing_is_told_of_a_game_by_the_rules() -> None:
    play, rng = TABLE.play, Random(5)
    state, events = play.deal(Started(), rng), [Started()]
    while play.over(state) is None:
        move = play.draw(state, rng)
        state = play.follow(state, move)
        events.append(move)
    assert find_revokes(TABLE, tuple(events)) == ()


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_one_person_plays_with_two_bots_at_a_laptop(journal: Journal) -> None:
    people = People(VIRTUAL, Started(), journal, seed=3)
    people.touch("new", "start")
    people.advance()
    for bot in ("north", "east"):
        people.change_player(bot)
    people.wait(1.0)
    card = max(people.held("west"), key=lambda held: size_of(held.piece_id)).piece_id
    people.choose("west", next(held for held in people.held("west") if held.piece_id == card))
    people.drag(card, people.table.catalogue.mat.centre("north"))
    assert people.table.pieces[card].face == BACK, "it goes back to its cover"
    people.drag(card, people.table.catalogue.mat.centre("west"))
    people.wait(3.0)
    assert people.state.trick[card] is WEST
    people.wait(4.0)
    # East plays last, and takes the trick whenever that can be.
    assert people.state.tricks == {WEST: 0, NORTH: 0, EAST: 1}
    assert people.state.turn is WEST, "East has begun the next trick"
    assert sum(len(group.cards) for group in people.hands.look("west")) == 7
    assert people.counts.problems == 0


@pytest.mark.slow
def test_it_is_played_by_touch_without_a_camera(journal: Journal) -> None:
    session = open_session(journal, Settings(camera=NO_CAMERA), [TABLE], sees=False)
    TABLE.begin(session, Started(), {})
    session.step.advance()
    for card in ("hand red-6", "hand green-5", "hand blue-1"):
        session.touch(card, 0.0)
        assert session.game is not None
        session.touch(str(session.game.state.turn), 0.0)
    assert session.game is not None
    assert session.game.events[1:] == TRICK
