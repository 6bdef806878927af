"""Reason of a hint: what the monster's next move does to the token."""

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.outlook import outlook
from engine.finstere_flure.events import GameEvent, TokenMoved
from engine.finstere_flure.forecast import deck_to_come
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import State


def explain_hint(state: State, event: GameEvent) -> str:
    """Return the token's risk after the move, and where it stands now; empty if it leaves."""
    if not isinstance(event, TokenMoved) or event.to is Place.OUT:
        return ""
    deck, token = deck_to_come(state), state.position.token(event.token)
    after = outlook(position_after(state.position, event), deck).risks.get(event.token, 0.0)
    if token is None or token.cell is None:
        return _unbroken(say("Risk of being eaten there: {n} %.", n=round(100 * after)))
    before = outlook(state.position, deck).risks.get(event.token, 0.0)
    values = {"n": round(100 * after), "now": round(100 * before)}
    return _unbroken(say("Risk of being eaten there: {n} %, where it stands: {now} %.", **values))


def _unbroken(text: str) -> str:
    """Return the text; no line ends between a number and its sign."""
    return text.replace(" %", "\u00a0%")
