"""Every page of Coach Ride, made by a session, for the gallery and the fitting test."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.games.coach_ride.options import CLAIM_ONLY
from companion.games.coach_ride.placement import seats_of
from companion.games.coach_ride.table.correct import CoachRideCorrectStep
from companion.games.coach_ride.table.game import TABLE
from companion.games.coach_ride.table.layout import expected_layout
from companion.games.coach_ride.table.pages import CardsStep, RulingStep, SeatStep
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.screen.pages import Page
from companion.table.kept_answers import keep_answers
from companion.table.menus import HelpStep, LogStep, MenuStep
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.undo_step import UndoStep
from engine.coach_ride.cards import UNSEALED, Item, Person, associations_each
from engine.coach_ride.events import GameEvent, Started
from engine.coach_ride.state import State
from engine.game import Game
from hardware.buttons import Button
from tests.companion.games.coach_ride.hand_game import open_table, press
from tests.companion.games.coach_ride.observing import seen_mat
from tests.companion.observing import show_observation
from tests.engine.coach_ride.game_text import PLAYERS, corrected, played, started, with_hands

CoachRide = Game[State, GameEvent]
_LETTERS = "".join(PLAYERS)
_FIVE_OPEN = dict(zip("MGSRT", ("thug", "grandmaster", "bodyguard", "hypnotist", "doctor"), strict=True))


def samples(players: int = 6) -> dict[str, Page]:
    """Return the pages of so many players by their names, in the language in use."""
    with tempfile.TemporaryDirectory() as folder:
        session = open_table(Path(folder))
        try:
            return dict(_samples(session, players))
        finally:
            session.journal.close()


def _samples(session: Session, players: int) -> Iterator[tuple[str, Page]]:
    yield from _before(session, players)
    for name, told in _games(players).items():
        game, touches = told
        show(session, game)
        for row in touches:
            session.touch(row, session.now)
        yield name, session.page
    yield "claim-only", _claim_only(session, players)
    yield from _windows(session, players)
    yield from _wrong(session, players)
    yield from _lists(session, players)


def show(session: Session, game: CoachRide) -> None:
    """Show the game on a correct table; everybody has had the time to speak."""
    session.game = game
    session.layout = expected_layout(game.state)
    # What another page has been answered by half is not asked on here.
    keep_answers(session, ())
    session.go_on()
    if isinstance(session.step, CoachRideStep):
        session.step.close_window()


def _before(session: Session, players: int) -> Iterator[tuple[str, Page]]:
    session.new_game(session.games[0])
    for player in list(Person)[:players]:
        session.touch(str(player), 0.0)
    yield "players", session.page
    items = () if players == len(Person) else (Item.TOME,)
    game = started(players, *map(str, items))
    first, *_ = game.events
    assert isinstance(first, Started)
    TABLE.begin(session, first, {})
    yield "set-up", session.page
    press(session, Button.ADVANCE)


def _supports(players: int) -> str:
    """Return all others declare: as many swords as shields, the others keep their cards."""
    others = _LETTERS[2:players]
    declare = (len(others) - 1) // 2 * 2
    sides = [("sword", "shield")[number % 2] if number < declare else "none" for number in range(len(others))]
    return "; ".join(f"supported {letter} {side}" for letter, side in zip(others, sides, strict=True))


def _games(players: int) -> dict[str, tuple[CoachRide, Sequence[str]]]:
    """Return the game of each page, and which rows are touched then."""
    unsealed = [str(item) for item in UNSEALED if players < len(Person) or item is not Item.COAT]
    new = started(players, *unsealed)
    seats = dict(list(_FIVE_OPEN.items())[: min(players, 5)])
    later = with_hands(new.apply(corrected(professions=seats)), M=2, G=2)
    trade = played(later, "offered M G; accepted G")
    limit = later.state.limit
    attack = played(later, "attacked M G")
    powers = played(attack, _supports(players))
    used = played(powers, "used M dagger; used M thug; used G grandmaster; used G gloves")
    claim = played(with_hands(new, M=3, G=2), "claimed M own")
    shown = played(claim, "shown M order thug [key key dagger]")
    allies = played(shown, "named M [G]")
    reveal = played(allies, "shown G order [key whip]")
    wrong = played(allies, "shown G brotherhood [goblet whip]")
    over = reveal
    for number, letter in enumerate(_LETTERS[2:players]):
        side = "order" if number < associations_each(players, ()) - 2 else "brotherhood"
        over = played(over, f"shown {letter} {side}")
    return {
        "turn": (later, ()),
        "turn-whom": (later, ("attacked",)),
        "turn-seat": (later, ("sarah",)),
        "turn-claim": (later, ("claimed",)),
        "offer": (played(later, "offered M G"), ()),
        "demand": (played(new, "diplomat M G goblet"), ()),
        "announce": (trade, ()),
        "effect": (played(trade, "announced G sextant"), ()),
        "limit": (played(with_hands(later, M=limit), "offered M G; accepted G; announced G bag-key; drew M"), ()),
        "support": (attack, ()),
        "powers": (used, ()),
        "powers-who": (used, ("used",)),
        "result": (played(used, "used M ring; counted"), ()),
        "claim": (claim, ()),
        "naming": (shown, ()),
        "allies": (allies, ()),
        "reveal": (reveal, ()),
        "reveal-wrong": (wrong, ()),
        "over": (over, ()),
    }


def _fight(players: int) -> CoachRide:
    return played(started(players), f"attacked M G; {_supports(players)}")


def _windows(session: Session, players: int) -> Iterator[tuple[str, Page]]:
    """Yield the pages on which players may speak up before it goes on."""
    fight = _fight(players)
    for name, game in (
        ("priest-window", played(started(players), "attacked M G")),
        ("doctor-window", played(fight, "used M dagger; counted")),
    ):
        session.game = game
        session.layout = expected_layout(game.state)
        session.go_on()
        yield name, session.page


def _claim_only(session: Session, players: int) -> Page:
    """Return the companion looks on."""
    settings = session.settings
    session.settings = settings.with_game(TABLE.rules.id, {CLAIM_ONLY.id: True})
    show(session, started(players))
    page = session.page
    session.settings = settings
    return page


def _wrong(session: Session, players: int) -> Iterator[tuple[str, Page]]:
    """Yield pages with a refusal, a discrepancy, and tasks of the guide."""
    show(session, played(started(players), "offered M G; accepted G; announced G bag-key; drew M"))
    session.touch("bag-goblet", session.now)
    yield "refused", session.page
    fight = _fight(players)
    show(session, fight)
    session.layout = expected_layout(fight.state)
    show_after = played(fight, "counted; drew M")
    session.game = show_after
    session.go_on()
    yield "put-right", session.page
    show(session, fight)
    session.observe(TableObservation(), session.now)
    seats = seats_of(fight.state.players)
    show_observation(
        session.step,
        seen_mat(persons={seats[Person.MARIE]: ((Person.GUNDLA, "shield"), (Person.MARIE, "sword"))}),
    )
    session.tick(session.now + 10.0)
    yield "problem", session.page
    session.memory = seats
    show(session, played(with_hands(started(players), M=3), "claimed M own"))
    show_observation(session.step, seen_mat(claim=("association-order-1", "item-key-1", "profession-thug")))
    session.tick(session.now + 10.0)
    yield "to-show", session.page


def _lists(session: Session, players: int) -> Iterator[tuple[str, Page]]:
    show(session, _games(players)["powers"][0])
    for what, step in (
        ("menu", MenuStep(session)),
        ("seat", SeatStep(session, Person.MARIE)),
        ("cards", CardsStep(session)),
        ("rulings", RulingStep(session)),
        ("correct", CoachRideCorrectStep(session)),
        ("help", HelpStep(session)),
        ("undo", UndoStep(session)),
    ):
        yield what, step.page()
    trade, _ = _games(players)["announce"]
    show(session, played(trade, "announced G monocle; looked M; announced M null; attacked G S"))
    yield "log", LogStep(session).page()
