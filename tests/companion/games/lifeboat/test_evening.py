"""Tests of whole written evenings before the camera: every act on the mat is read and told."""

import json
from dataclasses import dataclass, replace

import pytest

from companion.games.lifeboat.mat import AREAS, BOAT
from companion.games.lifeboat.placement import open_rows, place_in_row
from companion.games.lifeboat.table.players import LifeboatSetUpStep
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.virtual_table.piece import Piece
from companion.virtual_table.scripted_player import ScriptedPlayer
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision, Variant
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import Bird, NavigationCard
from engine.lifeboat.state import Condition, DepartureReason, Phase
from hardware.buttons import Button
from tests.companion.games.lifeboat.evening import Evening, hands

LAUREN = Character.LAUREN
STEPHEN = Character.STEPHEN
CAPTAIN = Character.CAPTAIN
MATE = Character.MATE
STARTED = e.GameStarted((LAUREN, STEPHEN, CAPTAIN, MATE))


def push(pilot: ScriptedPlayer, **pushed: float) -> None:
    """Move position cards by so many millimetres, down the mat."""
    for character, by_mm in pushed.items():
        card = f"position-{character}"
        x, y = pilot.table.pieces[card].centre_mm
        pilot.place_piece(card, at_mm=(x, y + by_mm))


def lay_open(pilot: ScriptedPlayer, card: str, character: Character, number: int = 0) -> None:
    at_mm, turn = place_in_row(pilot.table.catalogue, open_rows(STARTED.players)[character], card, number)
    pilot.table.put(Piece(card, "", at_mm, turn))


def last(pilot: ScriptedPlayer) -> e.GameEvent:
    event: e.GameEvent = pilot.game.events[-1]
    return event


@pytest.mark.slow
def test_a_game_that_is_killed_in_a_fight_goes_on_in_it(journal: Journal) -> None:
    pilot = ScriptedPlayer(VIRTUAL, STARTED, journal)
    pilot.begin()
    pilot.wait(0.5)
    step = pilot.session.step
    assert isinstance(step, LifeboatSetUpStep)
    assert step.right == ()
    pilot.place_as_asked()
    pilot.wait(0.5)
    assert step.right == STARTED.players
    assert 0 in step.done
    pilot.press(Button.ADVANCE)
    for _ in STARTED.players:
        pilot.touch("took")
    push(pilot, lauren=-34.0, stephen=34.0)
    pilot.wait(1.5)
    pilot.touch("hand")
    assert last(pilot) == e.Demanded(LAUREN, STEPHEN, e.DemandKind.HAND)
    pilot.touch("refused")
    push(pilot, captain=34.0)
    lay_open(pilot, "knife", LAUREN)
    pilot.wait(3.0)
    assert pilot.game.events[-2:] == (e.Laid(LAUREN, Provision.KNIFE), e.Joined(CAPTAIN, e.Side.DEFEND))

    # On another table the guide says how it lay.
    number = pilot.session.game_id
    assert number is not None
    again = ScriptedPlayer(VIRTUAL, STARTED, journal)
    again.session.resume(number)
    assert again.page.name == "put-right"
    again.place_as_asked()
    again.wait(1.0)
    again.press(Button.ADVANCE)
    assert again.game.state == pilot.game.state
    assert again.page.name == "fight"
    again.touch("fought")
    assert again.game.state.person(LAUREN).wounds == 1
    assert AREAS[BOAT][1] < again.table.pieces["position-lauren"].centre_mm[1] < AREAS[BOAT][3]


@dataclass(frozen=True)
class AnotherOne(Piece):
    """A second card with the tag of the first."""

    @property
    def tag_id(self) -> str:
        return self.id.removeprefix("another ")


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_each_kind_of_wrong_move_is_told_with_its_rule_and_mended(journal: Journal) -> None:
    evening = Evening(STARTED, journal)

    def told() -> str:
        """Return the page's message after a while; the game has not gone on."""
        events = evening.game.events
        evening.wait(4.0)
        assert (evening.page.name, evening.game.events) == ("problem", events)
        assert isinstance(evening.page, BoardPage)
        return f"{evening.page.caption} {evening.page.rows[0].text}"

    def mended() -> None:
        evening.wait(1.0)
        assert evening.page.name == evening.state.step

    evening.play("t l s c m", "p l")
    push(evening, mate=-34.0)
    assert told() == "It is not their turn: The First Mate (rule L8). Push the card back into the boat row."
    push(evening, mate=34.0)
    mended()

    change_places(evening, CAPTAIN, MATE)
    assert "The boat row lies in a different order, but nobody has changed seats (rule L12)." in told()
    change_places(evening, CAPTAIN, MATE)
    mended()

    evening.play("lauren laid card=knife", "set wounds.mate=8")
    knife = evening.table.pieces["knife"]
    at_mm, turn = place_in_row(evening.table.catalogue, open_rows(STARTED.players)[CAPTAIN], "knife", 0)
    evening.table.put(AnotherOne("another knife", "", at_mm, turn))
    assert "The same tag is seen at two places: knife." in told()
    evening.table.remove("another knife")
    mended()

    evening.table.put(replace(knife, centre_mm=at_mm, turn_deg=turn))
    assert "An open card lies before somebody else: knife. It belongs to: Lady Lauren. Open cards are not" in told()
    evening.table.remove("knife")
    assert "Not seen any more: knife (Lady Lauren). Open cards never go back to a hand (rule L24)." in told()
    evening.table.put(knife)
    mended()

    lay_open(evening, "preserver", MATE)
    assert "A preserver helps only the conscious: The First Mate (rule L6)." in told()
    evening.table.remove("preserver")
    mended()

    evening.play("stephen demanded of=lauren for=hand", "lauren refused", "captain joined side=defend")
    push(evening, captain=-34.0)
    assert told() == "Nobody leaves a fight: The Captain (rule L15). Push the card down again."
    push(evening, captain=34.0)
    mended()


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_who_joins_a_fight_by_touch_has_not_left_it(journal: Journal) -> None:
    evening = Evening(STARTED, journal)
    evening.play("t l s c m", "p l", "stephen demanded of=lauren for=hand", "lauren refused")
    evening.tell(e.Joined(CAPTAIN, e.Side.DEFEND), shown=False)
    evening.wait(4.0)
    assert evening.page.name == "fight"
    assert isinstance(evening.page, BoardPage)
    assert evening.page.status == "Fights, and is not pushed out of the row yet: The Captain. Push the card down."
    # It goes on all the same.
    push(evening, mate=-34.0)
    evening.wait(2.0)
    assert evening.game.events[-1] == e.Joined(MATE, e.Side.ATTACK)
    # Once the card was seen there it is wrong to take it back.
    push(evening, captain=34.0)
    evening.wait(4.0)
    assert evening.page.name == "fight"
    assert "not pushed out" not in evening.page.status
    push(evening, captain=-34.0)
    evening.wait(4.0)
    assert evening.page.name == "problem"
    push(evening, captain=34.0)
    evening.wait(1.0)
    assert evening.page.name == "fight"


def change_places(pilot: ScriptedPlayer, upper: Character, lower: Character) -> None:
    cards = [f"position-{character}" for character in (upper, lower)]
    first, second = (pilot.table.pieces[card].centre_mm for card in cards)
    pilot.place_piece(cards[0], at_mm=second)
    pilot.place_piece(cards[1], at_mm=first)


def all_revealed(evening: Evening, *, wins: Character) -> None:
    """Reveal all: two spread love, hate and hand in the boat, the others tell theirs.

    Then the ranking is shown, and all of it is saved.
    """
    people, spread = evening.game.state.people, hands(evening.state)
    for number, person in enumerate(people):
        love, hate = people[number - 1].who, people[number - 2].who
        evening.tell(e.Revealed(person.who, love, hate, spread[person.who]), shown=number < 2)
    assert evening.page.name == "over"
    assert evening.game.rules.over(evening.game.state).winners[0] == wins
    (record,) = evening.session.journal.games()
    events = map(json.loads, evening.session.journal.events(record.id))
    assert RULES.replay([RULES.event_from_json(event) for event in events]).state == evening.game.state


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_four_play_the_basic_game_and_tell_the_signs_of_the_day_s_cards(journal: Journal) -> None:
    evening = Evening(STARTED, journal)
    evening.play("t l s c m", "lauren laid card=knife", "lauren demanded of=stephen for=hand", "stephen agreed")
    assert (evening.state.person(LAUREN).hand, evening.state.person(STEPHEN).hand) == (2, 1)
    evening.play("stephen rowed kept=1", "captain passed")
    evening.play('mate used card=flare from=hand birds=["bird","none","bird"]')
    evening.play("mate navigated bird=bird overboard=[lauren,captain] thirsty=[stephen] oars=true")
    assert (evening.state.birds, evening.state.step) == (3, Phase.OVERBOARD)
    evening.play("captain chummed from=hand", "fell")
    assert (evening.state.person(LAUREN).open, evening.state.person(CAPTAIN).wounds) == ((), 2)
    evening.play("stephen drank for=stephen from=hand", "stephen suffered")
    evening.play("t l s c m", "p l s c m", "mate navigated bird=bird")
    all_revealed(evening, wins=STEPHEN)
    # The rest was touched: what no picture tells.
    assert evening.seen == ["laid", "revealed", "revealed"]
    assert evening.begun == ["demanded", "used", "chummed", "drank"]


@pytest.mark.slow
def test_six_fight_all_of_them(journal: Journal) -> None:
    six = tuple(character for character in Character if character is not Character.HARTER)
    evening = Evening(e.GameStarted(six, (), e.Deck.STAND_IN), journal)
    evening.play("t l s c m f k", "p l s c", "mate demanded of=lauren for=seat", "lauren refused")
    for joined in ("stephen joined side=defend", "captain joined side=attack", "frenchy joined side=defend"):
        evening.play(joined)
    evening.play("kid joined side=attack", "mate laid card=gaff", "lauren laid card=oar")
    assert "22 against 16" in getattr(evening.page, "caption", "")
    evening.play("fought")
    assert [person.wounds for person in evening.state.people] == [1, 1, 0, 0, 1, 0]
    assert evening.state.seats == (MATE, STEPHEN, CAPTAIN, LAUREN, *six[4:])
    # What lay in a fight lies in line again, in the new order.
    assert evening.page.name == "act"
    evening.play('frenchy used card=flare from=hand cards=["n01","n04","n05"]', "kid demanded of=stephen for=hand")
    evening.play("kid navigated card=n09")
    assert evening.state.ended is not None
    all_revealed(evening, wins=LAUREN)
    assert [*dict.fromkeys(evening.seen)] == ["joined", "laid", "navigated", "revealed"]


OWN_DECK = (
    NavigationCard("n01", Bird.NONE, (MATE, STEPHEN), (Character.HARTER,), oars=True, fists=True),
    NavigationCard("n02", Bird.NONE, (STEPHEN, CAPTAIN), (Character.FRENCHY,)),
    *(NavigationCard(f"n{number:02}", Bird.BIRD) for number in range(3, 19)),
)


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_seven_play_with_every_variant_and_their_own_deck(journal: Journal) -> None:
    evening = Evening(e.GameStarted(tuple(Character), tuple(Variant), OWN_DECK), journal)
    frenchy, harter, kid = Character.FRENCHY, Character.HARTER, Character.KID
    evening.play("t l s c m f h k", "set wounds.kid=5", "set wounds.stephen=6")
    # V4: a body is eaten after a fight about it, and everybody is healed.
    evening.play(
        "lauren used card=cannibalism from=hand on=kid", "captain objected", "mate joined side=attack", "fought"
    )
    assert evening.state.person(kid).left is DepartureReason.EATEN
    assert evening.state.person(STEPHEN).condition is Condition.CONSCIOUS
    evening.play("p s", "captain laid card=preserver to=stephen", "p c", "mate rowed kept=1")
    evening.play("frenchy used card=parasol from=hand", "harter used card=medkit from=hand on=captain")
    assert evening.state.person(harter).open == (Provision.MEDKIT,)
    # V2: the drowned call the sharks.
    evening.play("set wounds.mate=9", "harter navigated card=n01", "fell")
    assert evening.state.person(MATE).left is DepartureReason.DROWNED
    evening.play("lauren suffered", "captain suffered", "harter drank for=harter from=hand")
    evening.play("t l s c f h", "p l s c f h", "harter navigated card=n02", "mate haunted", "fell")
    assert evening.state.person(frenchy).wounds == 0
    assert evening.state.day == 3
    evening.play("t l c f h", 'lauren used card=flare from=hand cards=["n03","n04","n05"]')
    all_revealed(evening, wins=harter)
    assert [*dict.fromkeys(evening.seen)] == ["joined", "navigated", "revealed"]
    assert [*dict.fromkeys(evening.begun)] == ["used", "laid", "drank"]
