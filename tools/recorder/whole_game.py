"""A whole game that is recorded and judged while it is played."""

from dataclasses import dataclass, field
from random import Random

from companion.games import CompanionGame
from companion.journal import Journal
from tools.recorder.judge import NOTE, Judge, side_of
from tools.recorder.recorded_table import GUEST, PATIENCE, RecordedTable

#: A guest touches something that is not offered to it so often.
_CURIOUS = 0.05


@dataclass
class RecordedPlay:
    """Result of a recorded game: counts, and the faults that were found."""

    events: int = 0
    states: int = 0
    lines: int = 0
    sent: int = 0
    is_over: bool = False
    faults: list[str] = field(default_factory=list)

    def describe(self) -> str:
        """Describe it in a few words."""
        end = "to its end" if self.is_over else "not to its end"
        return f"{self.events} events {end}, {self.states} other states, {self.lines} lines, {self.sent} bytes"


def record_game(
    game: CompanionGame,
    journal: Journal,
    seed: int,
    *,
    most_events: int = 100_000,
    phones: int = 2,
    sought: str | None = None,
) -> RecordedPlay:
    """Play a game by chance, and judge all that is sent, shown and said.

    It ends when a fault is found that has the `sought` words in it.
    """
    table, rng, told = RecordedTable(game, journal, seed=seed, phones=phones), Random(seed), RecordedPlay()
    try:
        table.open()
        judge, idle, is_due = Judge(table, rng), 0, False
        while not table.is_over and told.events < most_events:
            acted = table.step()
            game_now = table.session.game
            events = len(game_now.events) if game_now is not None else 0
            is_new = acted or events > told.events
            # Once more when hands have done what was told.
            if is_new or (is_due and table.is_at_rest()):
                is_due = not table.is_at_rest()
                told.faults += judge.look()
                if sought is not None and any(sought in fault for fault in told.faults):
                    break
                _be_curious(table, rng)
            idle = 0 if is_new else idle + 1
            told.events = events
            if idle > PATIENCE:
                told.faults.append(f"the game stands still at {table.page.name}")
                break
        told.is_over = table.is_over
        table.work()
        told.faults += judge.look(exchange=False)
        told.faults += judge.close()
        told.states, told.lines = judge.states, judge.lines
        told.sent = sum(len(recording.came()) for recording in table.recordings.values())
    finally:
        table.close()
    return told


def _be_curious(table: RecordedTable, rng: Random) -> None:
    """Let the guest try what it may not, and players write to their side."""
    if rng.random() > _CURIOUS:
        return
    guest = table.recordings[GUEST].phone
    seat = rng.choice([*table.phone_seats, *table.bot_seats])
    offer = rng.choice([*table.recordings.values()]).phone.shows.get("offer", 0)
    for touched in ({"seat": seat}, {"do": "move 0", "offer": offer}, {"hint": True}, {"note": "from nobody"}):
        guest.post("/touch", touched)
    assert table.session.game is not None
    for phone_seat in table.phone_seats:
        side = side_of(table.session.game.state, phone_seat)
        table.recordings[phone_seat].phone.post("/touch", {"note": f"{NOTE} {phone_seat} {side}"})
        table.recordings[phone_seat].phone.post("/touch", {"hint": True})
    table.work()
