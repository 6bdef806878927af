"""Tests of evenings before the virtual camera: cards become events.

The journal has the same game.
"""

import json

import pytest

from companion.games.coach_ride.tags import SHIELD, SWORD
from companion.journal import Journal
from companion.table.camera_state import BLIND_S
from companion.virtual_table.piece import Piece
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person, Profession, Variant
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Phase
from hardware.buttons import Button
from tests.companion.games.coach_ride.evening import CoachEvening
from tests.companion.virtual_table.evening import SEEN_S
from tests.engine.coach_ride.game_text import G, M, R, S, T, event
from vision.errors import CameraError, CameraFault

pytestmark = pytest.mark.slow


def ended(evening: CoachEvening, problems: int = 0) -> tuple[str, tuple[str, ...]]:
    """Return the reason of the end and the winners; check the problems and the journal.

    Nothing else was wrong, and the game is saved as it was played.
    """
    assert evening.page.name == "over"
    assert evening.counts.problems == problems, evening.said
    (record,) = evening.session.journal.games()
    kept = [RULES.event_from_json(json.loads(line)) for line in evening.session.journal.events(record.id)]
    result = RULES.over(RULES.replay(kept).state)
    assert result is not None
    return result.reason, tuple(result.winners)


@pytest.mark.usefixtures("faultless_reading")
def test_three_advanced_with_a_lone_claim(journal: Journal) -> None:
    evening = CoachEvening(journal, 3, variants=(Variant.THREE_ADVANCED,))
    evening.play("attacked M G; supported S sword; counted; looked M 2; attacked G S; supported M shield; counted")
    evening.play("searched S false; passed S")
    evening.hold(10, {M: 3, G: 1, S: 1})
    evening.play(
        "claimed M own; shown M [order order brotherhood] thug [key key key]; named M [];"
        "shown G [order brotherhood brotherhood]; shown S [order order brotherhood]"
    )
    assert ended(evening) == ("claim-right", ("marie", "sarah"))
    assert evening.seen == ["Supported", "Supported", "Shown", "Shown", "Shown"]


def test_five_with_a_tie_an_empty_pile_and_a_drink(journal: Journal) -> None:
    evening = CoachEvening(journal)
    evening.play("attacked M G; supported S sword; supported R shield; supported T none; counted; drew M")
    assert evening.state.hands[M] == 2
    evening.hold(0, {M: 4, G: 3, S: 3, R: 3, T: 3})
    # With an empty pile a tie ends the turn at the count (K23).
    evening.play("attacked G T; supported S sword; supported R none; supported M shield; used G dagger; used T gloves")
    evening.play("counted")
    assert (evening.state.phase, evening.state.turn) == (Phase.TURN, S)
    # A bag counts as its goblet then (K5); two and a Drink are enough for the fewer (K4).
    evening.play("claimed S own; shown S brotherhood doctor [bag-goblet goblet whip]; named S []")
    assert evening.state.claim is not None
    assert evening.state.claim.right is None
    evening.play("shown R brotherhood; shown T order; shown M order; shown G order")
    assert ended(evening) == ("claim-right", ("sarah", "romana"))
    assert "Used" in evening.seen


def test_ten_use_every_profession(journal: Journal) -> None:
    evening = CoachEvening(journal, 10)
    evening.play(
        "attacked M G; supported S sword;" + ";".join(f"supported {player} none" for player in "RTBJZCH") + ";"
        "used M thug; used G grandmaster; used S bodyguard; used B poison-mixer attacker; doctor J;"
        "attacked G T; priest Z; passed S;"
        "attacked R T; supported B sword;" + ";".join(f"supported {player} none" for player in "JZCHMGS") + ";"
        "hypnotised R B; used T duelist; counted; searched T false;"
        "passed T; passed B; passed J; passed Z; diplomat C M ring; denied M; clairvoyant H; passed H"
    )
    assert set(evening.state.professions.values()) == set(Profession)
    assert evening.counts.problems == 0, evening.said
    assert not {"Passed", "Counted", "Denied"} & set(evening.seen)
    # Who is hypnotised and of whom something is demanded has to be told; the rest was seen.
    assert {"Used", "DoctorUsed", "PriestUsed", "ClairvoyantUsed", "Supported"} == set(evening.seen)


@pytest.mark.usefixtures("faultless_reading")
def test_a_smuggled_item_acts_only_if_its_giver_says_so(journal: Journal) -> None:
    evening = CoachEvening(journal, 4, variants=(Variant.SMUGGLING,))
    evening.play("offered M G; accepted G; announced M privilege; looked M; announced G null")
    evening.play("offered G S; refused S; offered S R; accepted R; announced S null; announced R null")
    evening.hold(9, {M: 1, G: 1, S: 1, R: 4})
    evening.play("claimed R own; shown R order priest [dagger key key key]; named R []")
    evening.play("shown M order; shown G brotherhood; shown S brotherhood")
    assert ended(evening) == ("claim-right", ("marie", "romana"))


@pytest.mark.usefixtures("faultless_reading")
def test_who_holds_what_wins_for_the_other_side_is_told_as_a_fortune(journal: Journal) -> None:
    evening = CoachEvening(journal, variants=(Variant.FORTUNE_TELLING,))
    evening.hold(9, {M: 1, G: 2, S: 2, R: 1, T: 1})
    evening.play("claimed M enemy; shown M order thug [dagger]; named M [G S]")
    evening.play("shown G brotherhood [goblet goblet]; shown S brotherhood [goblet whip]; shown R order; shown T order")
    assert ended(evening) == ("fortune-right", ("marie", "romana", "theodora"))


def fails(evening: CoachEvening, told: str, faults: tuple[str, ...]) -> None:
    """Check that these events make a wrong claim with these faults."""
    evening.play(told)
    claim = evening.state.claim
    assert claim is not None
    assert (claim.right, claim.faults) == (False, faults)


@pytest.mark.usefixtures("faultless_reading")
def test_each_way_in_which_a_claim_fails_is_read_off_the_cards(journal: Journal) -> None:
    evening = CoachEvening(journal, 4, items=(Item.CREST,))
    evening.hold(9, {M: 4, G: 2, S: 1, R: 1})
    before = len(evening.game.events)
    own = "claimed M own; shown M order thug"
    for told, faults in (
        (f"{own} [dagger key key pearl]", ("pearl",)),
        (f"{own} [dagger gloves ring whip]", ("no-victory-item",)),
        ("claimed M crest; shown M order thug [dagger key key key]", ("no-crest",)),
        ("claimed M crest; shown M order thug [crest dagger goblet key]", ("not-enough",)),
        (f"{own} [dagger key ring whip]; named M []", ("not-enough",)),
        (
            f"{own} [dagger key key ring]; named M [G]; shown G brotherhood [goblet whip]",
            ("not-enough", "not-of-the-side:gundla"),
        ),
        (
            f"{own} [dagger key key ring]; named M [G]; shown G order [gloves whip]",
            ("not-enough", "nothing-to-show:gundla"),
        ),
    ):
        fails(evening, told, faults)
        evening.session.undo(before)
        evening.clear()
        evening.wait(SEEN_S)
        evening.go_on()
    assert evening.counts.problems == 0, evening.said


@pytest.mark.usefixtures("faultless_reading")
def test_a_fortune_and_a_claim_with_a_drink_fail_too(journal: Journal) -> None:
    evening = CoachEvening(journal, variants=(Variant.FORTUNE_TELLING,))
    evening.hold(9, {M: 2, G: 2, S: 1, R: 1, T: 1})
    before = len(evening.game.events)
    enemy = "claimed M enemy; shown M order thug"
    for told, faults in (
        (f"{enemy} [dagger pearl]", ("pearl",)),
        (f"{enemy} [dagger gloves]; named M []", ("not-enough",)),
        (
            f"{enemy} [dagger gloves]; named M [G]; shown G order [goblet whip]",
            ("not-enough", "not-of-the-side:gundla"),
        ),
        (
            f"{enemy} [dagger key]; named M [G]; shown G brotherhood [key whip]",
            ("not-enough", "nothing-to-show:gundla"),
        ),
    ):
        fails(evening, told, faults)
        evening.wait(SEEN_S)
        assert "The claim is wrong." in evening.said
        evening.said.clear()
        evening.session.undo(before)
        evening.clear()
        evening.wait(SEEN_S)
        evening.go_on()
    # Two keys and a Drink, but the claimant's side is the larger one (K4).
    evening.play(
        "claimed M own; shown M order thug [key key]; named M []; shown G order; shown S order; shown R brotherhood"
    )
    assert "The claim is wrong." not in evening.said
    evening.play("shown T brotherhood")
    assert evening.said[-2:] == ["The claim is wrong.", "The Brotherhood wins."]
    assert ended(evening) == ("claim-wrong", ("romana", "theodora"))
    assert evening.state.claim is not None
    assert evening.state.claim.faults == ("not-enough",)


@pytest.mark.usefixtures("faultless_reading")
def test_killed_in_the_middle_of_a_trade_it_goes_on_wherever_they_sit_then(journal: Journal) -> None:
    evening = CoachEvening(journal)
    evening.play("clairvoyant M; offered M G; accepted G; announced G monocle")
    number = evening.session.game_id
    assert number is not None

    again = CoachEvening(journal, resume=number)
    assert again.page.name == "put-right"
    # Nobody knows where they sit on another day, until their person cards lie there; two have changed their chairs.
    chairs = dict(zip((M, G, S, R, T), ("seat-9", "seat-10", "seat-2", "seat-4", "seat-7"), strict=True))
    for player, seat in ((G, "seat-9"), (M, "seat-10")):
        lay_person(again, player, seat)
    for player in (S, R, T):
        lay_person(again, player, chairs[player])
    again.wait(4.0)
    assert again.said[-1] == "Clockwise: Marie, Gundla, Sarah, Romana and Theodora."
    for player in (M, G):
        lay_person(again, player, chairs[player])
    again.wait(SEEN_S)
    assert again.session.memory == chairs
    again.go_on()
    assert again.state == evening.state
    assert "Marie may look at" in again.session.page.caption  # type: ignore[union-attr]
    profession = again.table.pieces["profession-clairvoyant"].centre_mm
    zone = again.table.catalogue.mat.zone_at(*profession)
    assert zone is not None
    assert zone.name == "seat-9/open"
    again.play("looked M; announced M null; attacked G S; supported R sword; supported T shield; supported M none")
    assert again.seen == ["Supported", "Supported"]


def lay_person(evening: CoachEvening, person: Person, seat: str, face: str = SWORD) -> None:
    zone = next(zone for zone in evening.table.catalogue.mat.zones if zone.name == f"{seat}/person")
    left, top, right, bottom = zone.area_mm
    evening.table.put(Piece(f"person-{person}", face, ((left + right) / 2 - 8, (top + bottom) / 2 - 8), 0.0))


@pytest.mark.usefixtures("faultless_reading")
def test_when_the_camera_fails_it_is_told_by_touch_and_goes_on_when_it_sees_again(journal: Journal) -> None:
    evening = CoachEvening(journal)
    evening.play("attacked M G; supported S sword")
    fail(evening)
    assert evening.session.notice
    evening.play("supported R none; supported T none")
    mend(evening)
    evening.play("used M dagger; counted; searched M false")
    assert evening.seen == ["Supported", "Used"]
    evening.hold(10, {M: 1, G: 2, S: 1, R: 1, T: 1})
    evening.play("claimed G own")
    lay_shown(evening, "shown G order thug [key key]", 2)
    fail(evening)
    evening.tell_by_touch("shown G order thug [key key]; named G [S]")
    mend(evening)
    evening.play("shown S order [key]; shown M order; shown R brotherhood; shown T brotherhood")
    # Twice it was said that the camera gives no pictures.
    assert ended(evening, problems=2) == ("claim-right", ("marie", "gundla", "sarah"))


def fail(evening: CoachEvening) -> None:
    """Let the camera fail until the session sees the table no more."""
    evening.broken = CameraError("the camera gives no pictures", CameraFault.SILENT)
    evening.wait(BLIND_S + 1.0)
    assert not evening.session.sees


def mend(evening: CoachEvening) -> None:
    """The camera is back."""
    evening.broken = None
    evening.wait(SEEN_S)
    assert evening.session.sees
    evening.go_on()


def lay_shown(evening: CoachEvening, told: str, count: int) -> None:
    """Lay the first `count` cards of a claim."""
    for piece in list(evening.pieces_of(event(told)))[:count]:
        evening.table.put(piece)
    evening.wait(SEEN_S)
    assert evening.session.page.name == "claim"


def test_what_lies_wrong_in_a_fight_is_told_and_mended(journal: Journal) -> None:
    evening = CoachEvening(journal)
    evening.tell(e.Attacked(M, G))
    # Romana is not asked yet: her card waits. Sarah lays hers before Theodora.
    lay_person(evening, R, evening.seats[R], SHIELD)
    evening.wait(4.0)
    assert evening.page.name == "support"
    lay_person(evening, S, evening.seats[T])
    evening.wait(4.0)
    assert evening.page.name == "problem"
    lay_person(evening, S, evening.seats[S])
    evening.wait(2 * SEEN_S)
    assert [event.by for event in evening.game.events[2:]] == [S, R]
    evening.press(Button.ADVANCE)
    assert evening.state.phase is Phase.POWERS
    # What is lifted to be looked at is not taken for a change.
    held = evening.table.pick_up("person-sarah")
    assert held is not None
    evening.wait(SEEN_S)
    held.drop(exactly=True)
    evening.wait(SEEN_S)
    assert evening.page.name == "powers"
    lay_person(evening, S, evening.seats[S], SHIELD)
    evening.wait(4.0)
    assert evening.page.name == "problem"
    assert evening.said[-1] == "Turn it over: sword."
