"""Tests of several people at one laptop: covers are held, cards come out of hands.

Bots play for missing people.
"""

from pathlib import Path
from typing import Any

import pytest

from companion.games.lifeboat.mat import AREAS
from companion.games.lifeboat.placement import open_rows
from companion.games.lifeboat.table.game import TABLE
from companion.games.lifeboat.tags import PROVISION_OF
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.games.lifeboat.virtual_table.hands import LifeboatHands
from companion.journal import Journal
from companion.table.mended import MendNote
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.secret_hands import HeldCard
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.events import Deck
from engine.lifeboat.navigation import Bird, NavigationCard
from engine.mending import MendAct, mend
from tests.companion.virtual_table.laptop import Laptop, pixels

PEOPLE = (Character.LAUREN, Character.CAPTAIN, Character.MATE, Character.KID)
WHO = "lauren"
NOTE = MendNote(MendAct.CHANGE, 5)


class Boat(Laptop):
    """Table of the lifeboat at a laptop."""

    hands: LifeboatHands

    def __init__(
        self,
        journal: Journal,
        number: int | None = None,
        deck: Deck | tuple[NavigationCard, ...] = Deck.STAND_IN,
        dealt: int = 1,
    ) -> None:
        super().__init__(VIRTUAL, e.GameStarted(PEOPLE, (), deck), AREAS, journal, number, dealt=dealt)

    def seen(self) -> list[HeldCard]:
        return [card for group in self.hands.look(WHO) for card in group.cards]

    def choose(self, key: str) -> None:
        self.hands.choose(WHO, key)
        self.look()

    def hand(self, character: Character = Character.LAUREN) -> tuple[Provision, ...]:
        hidden = self.hands.secrets.now
        assert hidden is not None
        return hidden.hands[character]


pytestmark = pytest.mark.usefixtures("display")


@pytest.fixture
def laptop(journal: Journal) -> Boat:
    return Boat(journal)


def test_nothing_on_the_table_tells_what_is_hidden(laptop: Boat) -> None:
    """The table's pieces show no hidden cards.

    The cards in hands are no pieces; a card that came out of a hand lies face down and cannot be turned over.
    """
    assert not [piece for piece in laptop.table.pieces.values() if piece.id in PROVISION_OF]
    laptop.choose(next(card.key for card in laptop.seen() if card.piece_id in PROVISION_OF and "pass" not in card.key))
    (out,) = (piece for piece in laptop.table.pieces.values() if piece.id in PROVISION_OF)
    assert out.face == "back"
    laptop.widget._turn_over(out.id)
    assert laptop.table.pieces[out.id].face == "back"
    # Before the camera it is a back without a tag.
    thing = laptop.table.things.make(out.tag_id, out.centre_mm, out.turn_deg)
    assert (thing.name, thing.code) == ("face down", None)


@pytest.mark.slow
def test_whatever_is_hidden_all_that_is_public_is_the_same(tmp_path: Path) -> None:
    """Public output is the same for any hidden cards.

    Compared are pages, announcements, window, journal, replay and the camera's picture of two different deals.
    """
    public, hidden = [], []
    for dealt in (1, 2):
        journal = Journal.open(tmp_path / f"{dealt}.sqlite")
        laptop = Boat(journal, dealt=dealt)
        shown: list[Any] = []
        for event in (
            *map(e.Took, PEOPLE),
            e.Rowed(Character.LAUREN, 1),
            e.Demanded(Character.CAPTAIN, Character.MATE, e.DemandKind.HAND),
            e.Agreed(Character.MATE),
            e.Traded(Character.MATE, Character.KID, 1, 1),
            *map(e.Passed, PEOPLE[2:]),
        ):
            laptop.tell(event)
            shown += [laptop.session.page, [said.text for said in laptop.session.announcements()]]
            shown.append(pixels(laptop.window))
        number, game = laptop.session.game_id, laptop.session.game
        assert number is not None
        assert game is not None
        shown += [journal.events(number), game.state, TABLE.history.replayed(None, game.events[-1], game.state)]
        shown.append(VirtualCamera(laptop.table, seed=1).latest().picture.tobytes())
        journal.close()
        public.append(shown)
        hidden.append([laptop.hand(character) for character in PEOPLE])
    assert hidden[0] != hidden[1]
    assert public[0] == public[1]


def test_the_provision_that_was_chosen_is_kept_and_the_next_one_sees_the_others(laptop: Boat) -> None:
    shown = [card for card in laptop.seen() if card.key.startswith("pass")]
    assert len(shown) == 4
    worst = shown[-1]
    laptop.choose(worst.key)
    kind = PROVISION_OF[worst.piece_id]
    before = laptop.hand()
    laptop.tell(e.Took(Character.LAUREN))
    assert sorted(laptop.hand()) == sorted((*before, kind))
    assert not [card for card in laptop.seen() if card.key.startswith("pass")]
    others = [card for group in laptop.hands.look("captain") for card in group.cards if card.key.startswith("pass")]
    assert sorted(PROVISION_OF[card.piece_id] for card in others) == sorted(
        PROVISION_OF[card.piece_id] for card in shown[:-1]
    )


def all_took(laptop: Boat) -> None:
    laptop.tell(*(e.Took(character) for character in PEOPLE))


def test_a_card_out_of_the_hand_is_turned_up_before_its_owner_alone(laptop: Boat) -> None:
    all_took(laptop)
    card = next(card for card in laptop.seen() if card.piece_id in PROVISION_OF)
    laptop.choose(card.key)
    beside = laptop.table.pieces[card.piece_id]
    for zone in ("open-3", "boat", "supply"):
        laptop.drag(card.piece_id, zone)
        assert laptop.table.pieces[card.piece_id] == beside, zone
    laptop.drag(card.piece_id, "open-1")
    assert laptop.table.pieces[card.piece_id].face == ""
    kind = PROVISION_OF[card.piece_id]
    count = laptop.hand().count(kind)
    laptop.tell(e.Laid(Character.LAUREN, kind))
    assert laptop.hand().count(kind) == count - 1
    assert laptop.table.pieces[card.piece_id].face == ""
    assert card.key not in [held.key for held in laptop.seen()] or count > 1


def with_two_alike(tmp_path: Path) -> tuple[Boat, Character, Provision]:
    """Return a game whose deal gives somebody two cards of a kind."""
    for dealt in range(1, 40):
        laptop = Boat(Journal.open(tmp_path / f"{dealt}.sqlite"), dealt=dealt)
        all_took(laptop)
        for character in PEOPLE:
            for card in laptop.hand(character):
                if laptop.hand(character).count(card) > 1:
                    return laptop, character, card
        laptop.session.journal.close()
    raise AssertionError("nobody has two of a kind")


def test_zones_where_something_may_lie_now_are_tinted(laptop: Boat) -> None:
    assert laptop.hands.open_areas() == []
    laptop.tell(*map(e.Took, PEOPLE))
    calm = laptop.widget.to_px((300.0, 300.0))
    row = AREAS[open_rows(PEOPLE)[Character.LAUREN]]
    assert laptop.hands.open_areas() == [AREAS["boat"], AREAS["show"], row]
    red, green, blue, _ = laptop.window.get_at((round(calm[0]), round(calm[1])))
    assert green > red
    assert green > blue


def test_of_two_cards_alike_the_one_that_was_laid_leaves_the_hand(tmp_path: Path) -> None:
    laptop, character, card = with_two_alike(tmp_path)

    def held() -> list[str]:
        shown = [held_card.piece_id for group in laptop.hands.look(str(character)) for held_card in group.cards]
        return [piece for piece in shown if PROVISION_OF.get(piece) is card]

    first, second = held()
    laptop.hands.choose(str(character), f"{card} 0")
    laptop.look()
    laptop.drag(first, open_rows(PEOPLE)[character])
    laptop.tell(e.Laid(character, card))
    assert held() == [second]
    assert not laptop.hands.secrets.out
    # It lies open, and belongs to nobody's hand any more.
    assert not laptop.table.pieces[first].face
    assert laptop.hands.may_turn_over(first)
    laptop.session.journal.close()


def test_what_lies_before_a_cover_goes_back_on_it_or_is_given_in_a_trade(laptop: Boat) -> None:
    all_took(laptop)
    card = next(card for card in laptop.seen() if card.piece_id in PROVISION_OF)
    laptop.choose(card.key)
    assert laptop.hands.give("kid", card.piece_id) is False
    assert laptop.hands.give(WHO, card.piece_id) is True
    assert card.piece_id not in laptop.table.pieces
    laptop.choose(card.key)
    kind, theirs = PROVISION_OF[card.piece_id], laptop.hand(Character.KID)
    laptop.tell(e.Traded(Character.LAUREN, Character.KID, 1, 0))
    assert sorted(laptop.hand(Character.KID)) == sorted((*theirs, kind))
    assert card.piece_id not in laptop.table.pieces


def test_rowing_the_chosen_card_goes_on_the_stack_and_the_navigator_finds_it(laptop: Boat) -> None:
    all_took(laptop)
    laptop.session.touch("row", 0.0)
    drawn = [card for card in laptop.seen() if card.key.startswith("draw")]
    assert len(drawn) == 2
    assert all(card.words for card in drawn)
    laptop.choose(drawn[1].key)
    laptop.tell(e.Rowed(Character.LAUREN, 1), *(e.Passed(character) for character in PEOPLE[1:]))
    (found,) = (card for group in laptop.hands.look("kid") for card in group.cards if card.key.startswith("day"))
    assert found.key.split()[1] == drawn[1].key.split()[1]


def test_a_day_s_card_whose_id_is_no_tag_is_laid_on_its_place_too(journal: Journal) -> None:
    deck = tuple(NavigationCard(f"day-{number}", Bird.BIRD, (Character.LAUREN,)) for number in range(1, 19))
    laptop = Boat(journal, deck=deck)
    all_took(laptop)
    laptop.tell(*(e.Passed(character) for character in PEOPLE))
    (card,) = (card for group in laptop.hands.look("kid") for card in group.cards if card.key.startswith("day "))
    assert card.words.startswith(card.key.removeprefix("day "))
    laptop.hands.choose("kid", card.key)
    laptop.drag(card.piece_id, "day")
    assert laptop.table.pieces[card.piece_id].face == ""
    laptop.tell(e.Navigated(Character.KID, card.key.removeprefix("day ")))
    assert card.piece_id in laptop.table.pieces
    laptop.drag(card.piece_id, "navigation-deck")
    assert card.piece_id not in laptop.table.pieces


def test_bots_do_not_wait_for_a_card_that_is_refused(laptop: Boat) -> None:
    """Bots do not wait for a card that is refused.

    Characters that are not conscious place nothing.
    """
    for character in PEOPLE:
        if character is not Character.CAPTAIN:
            laptop.hands.change_player(str(character))
    laptop.tell(e.Corrected(e.Correction(wounds=((Character.CAPTAIN, 7),)), "Entered wrongly"))
    card = next(card for group in laptop.hands.look("captain") for card in group.cards if card.piece_id in PROVISION_OF)
    laptop.hands.choose("captain", card.key)
    laptop.drag(card.piece_id, open_rows(PEOPLE)[Character.CAPTAIN])
    assert laptop.table.pieces[card.piece_id].face == ""
    events = laptop.session.game.events  # type: ignore[union-attr]
    pilot = Autopilot(laptop.session, laptop.table, laptop.hands.players)
    for _ in range(3):
        pilot.act(laptop.session.now + 4.0)
        laptop.session.tick(laptop.session.now + 4.0)
    assert len(laptop.session.game.events) > len(events)  # type: ignore[union-attr]


def test_the_file_stays_when_the_game_is_over_to_play_on_from_before(laptop: Boat) -> None:
    game = laptop.hands.secrets
    assert game._file is not None
    all_took(laptop)
    laptop.tell(e.Corrected(e.Correction(birds=3), "nearer to land"), *(e.Passed(character) for character in PEOPLE))
    laptop.tell(e.Navigated(Character.KID, "n01"))
    hidden = game.now
    assert hidden is not None
    assert game._file.path.exists()
    for character in PEOPLE:
        laptop.tell(
            e.Revealed(
                character, hidden.love[character], hidden.hate[character], tuple(sorted(hidden.hands[character]))
            )
        )
    assert game._file.path.exists()


def test_told_against_what_is_hidden_the_table_is_right(laptop: Boat) -> None:
    """The table is right if an event contradicts the hidden cards.

    Somebody places a card that is not in the hand, and counts are corrected: the numbers fit all the same.
    """
    all_took(laptop)
    absent = next(kind for kind in Provision if kind not in laptop.hand() and kind is not Provision.CANNIBALISM)
    laptop.tell(e.Laid(Character.LAUREN, absent))
    state, hidden = laptop.session.game.state, laptop.hands.secrets.now  # type: ignore[union-attr]
    assert hidden is not None
    assert {character: len(hand) for character, hand in hidden.hands.items()} == {p.who: p.hand for p in state.people}
    assert (len(hidden.bow) == state.bow and absent not in hidden.bow) or absent in (Provision.WATER, Provision.CASH)


def test_after_a_mend_and_its_undo_the_hidden_cards_fit_and_are_those_of_before(laptop: Boat) -> None:
    all_took(laptop)
    laptop.tell(e.Passed(Character.LAUREN), e.Passed(Character.CAPTAIN))
    session, before = laptop.session, laptop.hands.secrets.now
    assert session.game is not None
    events = session.game.events
    passed = events.index(e.Passed(Character.CAPTAIN))
    session.mend(mend(session.game, MendAct.CHANGE, passed, e.Laid(Character.CAPTAIN, Provision.KNIFE)), NOTE)
    hidden, state = laptop.hands.secrets.now, session.game.state
    assert hidden is not None
    assert {character: len(hand) for character, hand in hidden.hands.items()} == {p.who: p.hand for p in state.people}
    assert session.game_id is not None
    session.undo_mend(session.journal.mends(session.game_id)[-1].place)
    assert session.game.events == events
    assert laptop.hands.secrets.now == before
