"""Each discrepancy from the layout gets a message within three seconds.

This holds in each step and in the guide.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.games.lifeboat.mat import BOAT, DAY, OPEN_ROWS, SHOW, ZONES_READ, BoatCard, RowSide
from companion.games.lifeboat.placement import open_rows
from companion.games.lifeboat.readings import LifeboatObservation
from companion.games.lifeboat.table.layout import expected_layout
from companion.games.lifeboat.table.put_right import PutBoatRightStep
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.tags import PROVISION_OF, character_tag
from companion.journal import Journal
from companion.table.observation import TableObservation
from companion.table.session import Session
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State
from tests.companion.games.lifeboat.hand_game import open_table, state_of
from tests.companion.games.lifeboat.observing import seen_mat
from tests.companion.games.lifeboat.sample_pages import play
from tests.engine.lifeboat.game_text import events_of

#: The players have a word for it within so long (seconds).
A_WORD_S = 3.0
LAUREN, STEPHEN, CAPTAIN, MATE = FOUR = tuple(Character)[:4]
ROW = open_rows(FOUR)
NOBODYS_ROW = next(row for row in OPEN_ROWS if row not in ROW.values())
OPEN = "set open.lauren=[knife] open.captain=[oar]"
ACT = ("S4", OPEN, "p l")
DAY_OVER = "mate navigated bird=none overboard=[stephen] thirsty=[mate]"
#: How each step of a game is come to.
SCENES: Mapping[str, tuple[str, ...]] = {
    "act": ACT,
    "answer": (*ACT, "stephen demanded of=mate for=hand"),
    "fight": (*ACT, "stephen demanded of=mate for=hand", "mate refused"),
    "overboard": (*ACT, "p s c m", DAY_OVER),
    "thirst": (*ACT, "p s c m", DAY_OVER, "fell"),
    "take": (*ACT, "p s c m", "mate navigated bird=none"),
}


def lying(state: State, **changes: Any) -> LifeboatObservation:
    """Return all of a table that lies as the game has it, but for some changes."""
    return seen_mat(**{**cards_of(state), **changes})


def cards_of(state: State) -> dict[str, Any]:
    """Return the cards of a table that lies as the game has it, as `seen_mat` takes them."""
    tags = {card: tag for tag, card in reversed(tuple(PROVISION_OF.items()))}
    fight, demand = state.fight, state.demand
    up = fight.attack if fight else (demand.by,) if demand else ()
    down = fight.defend if fight else (demand.of,) if demand else ()
    sides = {**dict.fromkeys(up, RowSide.ATTACK), **dict.fromkeys(down, RowSide.DEFEND)}
    return {
        "boat": tuple((seat, sides.get(seat, RowSide.LINE)) for seat in state.seats),
        "rows": {ROW[person.who]: tuple(tags[card] for card in person.open) for person in state.aboard if person.open},
        "owners": ROW,
    }


def differences(state: State) -> Iterator[tuple[str, str, LifeboatObservation]]:
    """Yield discrepancies of each kind of card, unreadable things, and the reading mode.

    Cards are gone, elsewhere, swapped, turned over, twice.
    """
    right = cards_of(state)
    rows, boat, mine, oar = right["rows"], right["boat"], ROW[LAUREN], ROW[CAPTAIN]
    without = {row: tags for row, tags in rows.items() if row != mine}
    # A card that is turned over, or nudged out of its zone, is read nowhere.
    yield "an open card is gone", mine, lying(state, rows=without)
    yield "all open cards are gone", mine, lying(state, rows={})
    yield "an open card before another", mine, lying(state, rows={**without, ROW[MATE]: rows[mine]})
    yield "open cards are swapped", mine, lying(state, rows={mine: rows[oar], oar: rows[mine]})
    yield "a card that nobody has", mine, lying(state, rows={**rows, ROW[MATE]: ("gaff",)})
    yield "a card before nobody", mine, lying(state, rows={**rows, NOBODYS_ROW: ("gaff",)})
    yield "an open card before nobody", mine, lying(state, rows={**without, NOBODYS_ROW: rows[mine]})
    yield "something unread before a player", mine, lying(state, unreadable=(ROW[MATE],))
    yield "an open card cannot be read", mine, lying(state, rows=without, unreadable=(mine,))
    yield "something unread before nobody", mine, lying(state, unreadable=(NOBODYS_ROW,))
    yield "a tag twice", mine, lying(state, twice=("knife",))
    yield (
        "a position card before a player",
        mine,
        lying(state, elsewhere=((character_tag(BoatCard.POSITION, MATE), mine),)),
    )

    first, second, *others = boat
    yield "a position card is gone", BOAT, lying(state, boat=boat[1:])
    yield "position cards are swapped", BOAT, lying(state, boat=(second, first, *others))
    for character, lies in boat:
        for other in RowSide:
            if other is not lies:
                pushed = tuple((sitter, other if sitter is character else seat) for sitter, seat in boat)
                yield f"the position card of {character}: {lies}, {other}", BOAT, lying(state, boat=pushed)
    yield "something unread in the boat", BOAT, lying(state, unreadable=(BOAT,))
    yield "a position card cannot be read", BOAT, lying(state, boat=boat[1:], unreadable=(BOAT,))
    yield (
        "a character's card in the boat",
        BOAT,
        lying(state, elsewhere=((character_tag(BoatCard.CHARACTER, MATE), BOAT),)),
    )

    for card in ("water-02", "chum-1", "gaff", "parasol", "knife"):
        yield f"{card} among the used cards", SHOW, lying(state, show=(card,))
    yield "something unread among the used cards", SHOW, lying(state, unreadable=(SHOW,))


def as_read(observation: LifeboatObservation, moment: str) -> LifeboatObservation:
    """Return the part of an observation that a reading mode reads; it may skip zones."""
    zones = ZONES_READ[moment]
    layout = observation.layout.filtered(lambda lie: lie.place not in (BOAT, SHOW) or lie.place in zones)
    return replace(observation, layout=layout, reads_show=SHOW in zones)


def look(session: Session, observation: LifeboatObservation) -> None:
    """Show the table so for as long as a word may take."""
    begun = session.now
    session.observe(TableObservation(observation), begun)
    for quarter in range(int(4 * A_WORD_S) + 1):
        session.tick(begun + quarter / 4)


def opened(folder: Path) -> Session:
    folder.mkdir(exist_ok=True)
    return open_table(Journal.open(folder / "games.sqlite"), sees=True)


def in_a_step(name: str) -> Callable[[Path], Session]:
    def begun(folder: Path) -> Session:
        session = opened(folder)
        play(session, *SCENES[name])
        look(session, as_read(lying(state_of(session)), name))
        assert type(session.step) is LifeboatStep
        assert session.moment == name
        return session

    return begun


def in_the_guide(folder: Path) -> Session:
    """Return a session in the guide of a game gone on with, of which only players know all."""
    session = opened(folder)
    session.game = RULES.replay([RULES.event_from_json(event) for step in ACT for event in events_of(step)])
    session.layout = None
    session.go_on()
    look(session, lying(state_of(session)))
    assert isinstance(session.step, PutBoatRightStep)
    return session


STARTS: Mapping[str, Callable[[Path], Session]] = {**{name: in_a_step(name) for name in SCENES}, "guide": in_the_guide}


@pytest.mark.parametrize("name", STARTS)
def test_every_difference_gives_another_page(name: str, tmp_path: Path) -> None:
    as_before: list[str] = []
    begun = STARTS[name]
    first = begun(tmp_path / "first")
    read = [kind for kind, zone, _ in differences(state_of(first)) if zone in ZONES_READ[first.moment]]
    assert len(read) == len(set(read)) >= 12
    for number, kind in enumerate(read):
        session = begun(tmp_path / str(number))
        page, events = session.page, len(session.game.events) if session.game else 0
        seen = next(seen for other, _, seen in differences(state_of(session)) if other == kind)
        look(session, as_read(seen, session.moment))
        assert session.game is not None
        if session.page == page and len(session.game.events) == events:
            as_before.append(kind)
        session.journal.close()
    assert not as_before, "\n".join(as_before)


END = ("S4", "set birds=3 wounds.mate=9 hands.captain=2", "p l s c", "captain navigated bird=bird")
#: What may lie in the boat while the captain reveals two cards.
SPREAD = {
    "a love card": seen_mat(love=(STEPHEN,)),
    "a hate card": seen_mat(hate=(STEPHEN,)),
    "a card of the hand": seen_mat(hand=("knife",)),
    "something unread": seen_mat(unreadable=(BOAT,)),
    "too many cards": seen_mat(hand=("knife", "gaff", "oar-1")),
    "two love cards": seen_mat(love=(STEPHEN, MATE)),
    "two hate cards": seen_mat(hate=(STEPHEN, MATE)),
    "a tag twice": seen_mat(hand=("knife", "knife"), twice=("knife",)),
}


@pytest.mark.parametrize("kind", SPREAD)
def test_whatever_lies_in_the_boat_at_the_scoring_gives_another_page(kind: str, tmp_path: Path) -> None:
    session = opened(tmp_path)
    play(session, *END)
    session.touch(str(CAPTAIN), 0.0)
    look(session, seen_mat())
    page = session.page
    look(session, SPREAD[kind])
    assert session.page != page
    session.journal.close()


#: What may lie in the place for the day's card besides one of the game's cards.
IN_THE_DAY_S_PLACE = {
    "something unread": seen_mat(unreadable=(DAY,)),
    "two cards": seen_mat(day=("n01", "n02")),
    "a card that is not in the game": seen_mat(day=("x01",)),
    "a tag twice": seen_mat(day=("n01", "n01"), twice=("n01",)),
}


@pytest.mark.parametrize("kind", IN_THE_DAY_S_PLACE)
def test_whatever_lies_in_the_place_for_the_day_s_card_gives_another_page(kind: str, tmp_path: Path) -> None:
    session = opened(tmp_path)
    events: list[e.GameEvent] = [*map(e.Took, FOUR), *map(e.Passed, FOUR)]
    session.game = RULES.replay([e.GameStarted(FOUR, navigation=e.Deck.STAND_IN), *events])
    session.layout = expected_layout(session.game.state)
    session.go_on()
    look(session, seen_mat())
    page, count = session.page, len(session.game.events)
    look(session, IN_THE_DAY_S_PLACE[kind])
    assert session.page != page
    assert len(session.game.events) == count
    session.journal.close()
