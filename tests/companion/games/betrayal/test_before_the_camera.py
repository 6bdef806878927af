"""Tests of whole games and wrong moves before the virtual camera, read from pictures."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.betrayal.lies import HousePieceKind, kind_of, name_of
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.virtual_table.autoplay import Autoplay
from companion.virtual_table.piece import Piece
from companion.virtual_table.scripted_player import ScriptedPlayer
from engine.betrayal import events as e
from engine.betrayal.game import RULES
from engine.betrayal.state import Phase
from hardware.buttons import Button
from tests.companion.games.betrayal.sample_pages import house

#: Seeds by which the bots' games with so many players are short: the haunt begins early, and it is fought.
SEEDS = {3: 80, 6: 14}
STARTED = e.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())


def lies_as_told(game: Autoplay) -> None:
    """The camera sees tiles, explorers and monsters where the game has them."""
    seen, state = game.session.observed(HouseObservation), game.game.state
    assert seen is not None
    assert {room: place.cell for room, place in seen.tiles.items()} == {
        room: place.cell for room, place in state.house.rooms.items()
    }
    stand = {
        name_of(lie.piece): lie.place for lie in seen.layout.counts if kind_of(lie.piece) is HousePieceKind.EXPLORER
    }
    assert stand == {explorer: state.room_of(explorer) for explorer in state.living}
    assert sum(kind_of(piece) is HousePieceKind.MONSTER for piece in seen.layout.lies) == len(state.monsters)


@pytest.mark.slow
@pytest.mark.thorough
def test_six_players_play_to_the_haunts_end(journal: Journal) -> None:
    autoplay = Autoplay(VIRTUAL, VIRTUAL.start(6, SEEDS[6], {}), journal, seed=SEEDS[6])
    game = autoplay.play()
    kinds = [type(event) for event in game.events]
    assert {e.Discovered, e.Drew, e.HauntRolled, e.HauntBegan, e.Attacked, e.Damaged} <= set(kinds)
    assert kinds[-2:] == [e.Won, e.Confirmed]
    assert autoplay.counts.problems == 0
    assert RULES.replay(game.events).state == game.state
    (record,) = journal.games()
    assert (record.events, record.result is not None) == (len(game.events), True)


@pytest.mark.slow
def test_a_house_of_forty_rooms_is_laid_once_more_as_the_guide_says(journal: Journal) -> None:
    """Tiles behind covered ones are known to lie right by the players alone.

    Cards cover those tiles, so that the tiles behind them are not joined to their floor.
    """
    game = house(40, 3)
    first, *others = (json.dumps(RULES.event_to_json(event)) for event in game.events)
    resume = journal.start(RULES.id, first)
    for event in others:
        journal.append(resume, event)
    start = game.events[0]
    table = Autoplay(VIRTUAL, start, journal, seed=1, resume=resume)
    captions = []
    for _ in range(20):
        table.pilot.act(table.now)
        table.look()
        page = table.session.page
        assert isinstance(page, BoardPage)
        if page.name != "put-right":
            break
        captions.append(page.caption)
    assert page.name == "turn"
    assert "Push Skull aside, so that the camera sees this room: Statuary Corridor." in captions[-1]
    assert len(table.game.events) == len(game.events)


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_three_players_are_killed_in_the_haunt_and_go_on_to_its_end(journal: Journal, tmp_path: Path) -> None:
    start = VIRTUAL.start(3, SEEDS[3], {})
    before = Autoplay(VIRTUAL, start, journal, seed=SEEDS[3])
    while before.session.game is None or before.game.state.phase is not Phase.HAUNT:
        before.pilot.act(before.now)
        before.look()
    while not isinstance(before.game.events[-1], e.Moved):
        before.pilot.act(before.now)
        before.look()
    lies_as_told(before)
    events = before.game.events
    # The process is gone, and another one finds the journal as it was left.
    journal.close()
    kept = Journal.open(tmp_path / "games.sqlite")
    (record,) = kept.games()
    after = Autoplay(VIRTUAL, start, kept, seed=SEEDS[3], resume=record.id)
    assert after.game.events[: len(events)] == events
    game = after.play()
    assert RULES.over(game.state) is not None
    assert after.counts.problems == 0
    assert RULES.replay(game.events).state == game.state
    kept.close()


# --- wrong acts -------------------------------------------------------------------------------------------------------


class Hands(ScriptedPlayer):
    """Three explorers in the Entrance Hall; Heather's turn."""

    def __init__(self, journal: Journal) -> None:
        super().__init__(VIRTUAL, STARTED, journal)
        self.begin()
        self.place_as_asked()
        self.wait(1.0)
        self.press(Button.ADVANCE)
        self.wait(2.0)

    def tile(self, room: str, x: float, y: float, turn: int = 0, *, of: str = "foyer") -> None:
        """Lay a tile so many sides right of and below another one."""
        middle = self.table.middle_mm(self.table.pieces[f"tile/{of}"])
        piece = Piece(f"tile/{room}", "", (0.0, 0.0), 90.0 * turn)
        off = self.table.middle_mm(piece)
        self.table.put(replace(piece, centre_mm=(middle[0] + 60 * x - off[0], middle[1] + 60 * y - off[1])))

    def figure(self, explorer: str, room: str) -> None:
        """Put a figure into the middle of a room."""
        middle = self.table.middle_mm(self.table.pieces[f"tile/{room}"])
        self.table.put(Piece(f"explorer/{explorer}", "", (middle[0] + 12, middle[1] + 8), 0.0))

    def complaint(self) -> str:
        """Return the page's words about the problem, within three seconds."""
        self.wait(3.0)
        page = self.page
        assert isinstance(page, BoardPage)
        assert page.keys.advance_hold, "whatever it is, there is a way on"
        return " ".join((page.title, page.caption, page.status, *(f"{row.text} {row.detail}" for row in page.rows)))

    def mended(self) -> bool:
        """Return True if the turn goes on and no event was entered."""
        self.wait(1.5)
        return self.page.name == "turn" and len(self.game.events) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_every_wrong_act_is_named_and_can_be_mended(journal: Journal) -> None:
    hands = Hands(journal)
    assert hands.mended()
    wrong_tiles = (
        ("attic", 0, 1, 0, "does not belong on this floor (rule B6)"),
        ("dining-room", 0, 1, 1, "Turn it so that two doors meet: Dining Room (rule B6)"),
        ("dining-room", -1, 1, 0, "No door meets another: Dining Room (rule B6)"),
        ("dining-room", 0, 1, 0, "the player whose turn it is does not stand beside it: Dining Room"),
        ("dining-room", 0, 1.4, 0, "do not lie edge to edge"),
        ("dining-room", 6, 4, 0, "touch no other: Dining Room"),
    )
    for room, x, y, turn, sentence in wrong_tiles:
        hands.tile(room, x, y, turn)
        assert sentence in hands.complaint(), sentence
        hands.table.remove(f"tile/{room}")
        assert hands.mended(), sentence
    home = dict(hands.table.pieces)
    wrong_figures = (
        ("brandon", "foyer", "Brandon Jaspers stands here: Foyer"),
        ("heather", "basement-landing", "Heather Granville stands here: Basement Landing"),
        ("ox", "foyer", "This is not in the game"),
    )
    for explorer, room, sentence in wrong_figures:
        hands.figure(explorer, room)
        assert sentence in hands.complaint()
        if f"explorer/{explorer}" in home:
            hands.table.put(home[f"explorer/{explorer}"])
        else:
            hands.table.remove(f"explorer/{explorer}")
        assert hands.mended(), sentence
    # A figure may hide the tag of the new tile on which it stands: that stops nobody.
    hands.tile("dining-room", 1, -1)
    middle = hands.table.middle_mm(hands.table.pieces["tile/dining-room"])
    for across, down in ((-18, -18), (-4, -18)):
        hands.table.put(Piece("explorer/heather", "", (middle[0] + across, middle[1] + down), 0.0))
        assert "Heather Granville stands where no tile is read: North of: Entrance Hall" in hands.complaint()
    hands.table.put(home["explorer/heather"])
    hands.table.remove("tile/dining-room")
    assert hands.mended()
    # A landing that is gone takes its floor out of sight.
    hands.tile("bedroom", 1, 0, of="upper-landing")
    hands.table.remove("tile/upper-landing")
    assert "belong to no floor that is seen: Bedroom" in hands.complaint()
    hands.table.put(home["tile/upper-landing"])
    hands.table.remove("tile/bedroom")
    assert hands.mended()
    # What cannot be mended, such as a torn tag, is left as it is: it is asked anew only if it comes anew.
    hands.table.remove("explorer/brandon")
    assert "Brandon Jaspers is not seen" in hands.complaint()
    hands.press(Button.ADVANCE, held=True)
    hands.wait(4.0)
    assert hands.mended()
    hands.table.put(home["explorer/brandon"])
    assert hands.mended()
    hands.table.remove("explorer/brandon")
    assert "Brandon Jaspers is not seen" in hands.complaint()
    # The table may want it so all the same: then it is asked why whoever was moved out of turn stands there.
    hands.figure("brandon", "foyer")
    hands.wait(4.0)
    hands.press(Button.ADVANCE, held=True)
    assert "Brandon Jaspers stands here: Foyer. Why?" in hands.complaint()
    hands.session.touch("text", hands.now)
    assert hands.game.events[-1] == e.Placed(by="brandon", room="foyer")
