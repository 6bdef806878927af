"""Bots in the seats of a running game: who they are, and whom of them it is about."""

from collections.abc import Mapping
from typing import Any

from companion.device.language import later, say
from companion.opponents.worker import USUAL_S, NoAnswerError, Opponent, Request
from companion.table.game import TableGame
from companion.table.seat_names import player_name, seats_of
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.session import Session

#: Bot that gives hints.
HINT_BOT = "strong"
_EASY = later("easy")
_MEDIUM = later("medium")
_STRONG = later("strong")
#: The greedy bot, where a game's medium one is another.
_HASTY = later("hasty")


def has_bots(session: Session) -> bool:
    """Return True if bots can play the chosen game at all."""
    return session.around.opponent is not None and session.table_game.play.is_listed


def why_no_bots(session: Session) -> str:
    """Return why no bot can take a seat at this table; empty: it can."""
    hidden = session.hidden_cards
    if session.table_game.play.is_public or (hidden is not None and hidden.has_whole_states):
        return ""
    return say("A bot cannot hold real cards: it plays at the virtual table only.")


def split_bot(bot: str) -> tuple[str, float]:
    """Return a bot's name and its time for a move (seconds). Raises ValueError."""
    name, _, seconds = bot.partition(":")
    return name, float(seconds) if seconds else USUAL_S


def strengths(game: TableGame[Session]) -> Mapping[str, str]:
    """Return the strengths that players of a game are offered, by the names of its bots."""
    return {"random": _EASY, game.hints.default_bot: _MEDIUM, "strong": _STRONG}


def default_bot(session: Session) -> str:
    """Return the bot of the chosen game that is as strong as opponents are by the settings."""
    return next(
        (bot for bot, word in strengths(session.table_game).items() if word == session.settings.opponents),
        session.table_game.hints.default_bot,
    )


def strength(game: TableGame[Session], bot: str) -> str:
    """Return how strong a bot of a game is, in a word; the name of one that only its game has."""
    name = split_bot(bot)[0]
    words = {"greedy": _HASTY, **strengths(game)}
    return say(words[name]) if name in words else name


def describe_seat(game: TableGame[Session], bot: str) -> str:
    """Return that this bot of a game plays, in a few words."""
    return say("bot ({strength})", strength=strength(game, bot))


def whole_state(session: Session) -> Any | None:
    """Return the running game's state as bots play it; None where nobody knows what is hidden."""
    assert session.game is not None
    if session.table_game.play.is_public:
        return session.game.state
    return session.hidden_cards.whole_state() if session.hidden_cards is not None else None


def seat_to_act(session: Session, *, bot: bool) -> str:
    """Return the seat of the bot, or of the people, that may act now at this table.

    Empty: there is none.
    """
    state = whole_state(session) if has_bots(session) and not session.watching else None
    if state is None:
        return ""
    bots, other = seat_bots(session), session.other_table
    elsewhere = other.seats if other is not None else ()
    seats = [seat for seat in session.table_game.play.acting_seats(state) if seat not in elsewhere]
    return next((str(seat) for seat in seats if (seat in bots) is bot), "")


def seat_bots(session: Session) -> Mapping[str, str]:
    """Return the bots that play now, by their seats.

    At a virtual table whose bots hold no cards the default bot plays for whoever is away, unless it has failed there.
    """
    seats, away = session.seating.seats, dict[str, str]()
    if session.watching is False and session.hidden_cards is None and has_bots(session):
        away = dict.fromkeys(seats.away - seats.failed.keys(), default_bot(session))
    return {**away, **seats.bots}


def seats_of_bots(session: Session) -> frozenset[str]:
    """Return the seats in which no person plays now, whoever keeps their bots."""
    if session.watching:
        return frozenset(map(str, seats_of(session)))
    kept = session.hidden_cards.bot_seats if session.hidden_cards is not None else ()
    # At a virtual table bots play for whoever is away, also where they do it in their own way.
    away = session.seating.seats.away if session.watching is False else ()
    return frozenset(map(str, (*seat_bots(session), *kept, *away)))


def keep_bots(session: Session) -> str:
    """Keep bots in all seats but that of whose turn it is, for a game that played itself.

    Where its table is still being laid they join when it begins. Return that seat; empty: no bots can play, and people
    have all seats.
    """
    game, started = session.game, session.first_event
    if started is None or not has_bots(session) or why_no_bots(session) or (game and session.game_id is None):
        return ""
    state = session.table_game.rules.begin(started) if game is None else game.state
    seats, actor = seats_of(session), session.table_game.actor(state)
    person = actor if actor in seats else seats[0]
    bots = {seat: default_bot(session) for seat in seats if seat != person}
    if game is None:
        session.seating.planned_bots[session.table_game.rules.id] = bots
        return person
    for seat, bot in bots.items():
        session.seating.change(SeatChange(SeatChangeKind.BOT, (seat,), bot, automatic=True), len(game.events))
    return person


def opponent_of(session: Session) -> Opponent:
    """Return who thinks for bots. Raises AssertionError where nobody does."""
    assert session.around.opponent is not None
    return session.around.opponent


def ask_bot(session: Session, seat: str, bot: str) -> None:
    """Ask what a bot would do in a seat, by what that seat knows."""
    assert session.game is not None
    table_game, (name, seconds) = session.table_game, split_bot(bot)
    view = table_game.play.view(whole_state(session), seat)
    seed = f"{session.game_id} {len(session.game.events)}"
    opponent_of(session).ask(Request(table_game.rules.id, view, seat, name, seconds, seed))


def take_answer(session: Session) -> tuple[bool, Any | None]:
    """Return True once the bot that was asked has done, and its move; None: it has failed."""
    try:
        answer = opponent_of(session).answer()
    except NoAnswerError:
        return True, None
    return answer is not None, None if answer is None else answer.move


def has_bot_acted_last(session: Session) -> bool:
    """Return True if the running game's last event is what a bot has chosen."""
    return session.game is not None and session.seating.events_by_bots == len(session.game.events)


def stop_bot(session: Session) -> None:
    """Stop whatever bot thinks."""
    if session.around.opponent is not None:
        session.around.opponent.stop()


def describe_bot(session: Session, seat: str) -> str:
    """Describe who thinks, in a sentence."""
    word = strength(session.table_game, seat_bots(session)[seat])
    return say("{player}: a bot is thinking ({strength}).", player=player_name(session, seat), strength=word)
