"""A seat's own screen: its love, hate and hand, and its moves with what they pick."""

from collections.abc import Mapping, Sequence
from itertools import product

from companion.cards.news import describe_gift
from companion.device.sentences import capitalised, join_items, join_parts
from companion.games.lifeboat.captions import name
from companion.games.lifeboat.language import later, say, say_count
from companion.games.lifeboat.table.signs import describe_signs
from companion.games.lifeboat.words import character_name, provision_name
from companion.screen.pages import Row
from companion.table.seat_moves import MovePart, SeatMove, ToldFacts
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import ONE_IS_ASKED, Dealt, Move, Plan, TradeOffer
from engine.lifeboat.offers import offers_to, possible_offers
from engine.lifeboat.play import PLAY
from engine.lifeboat.scores import score_of
from engine.lifeboat.state import Phase, State

#: What a player does, in fewer words than it is told in.
_ACTIONS: Mapping[type, str] = {
    e.Passed: later("Nothing"),
    e.Agreed: later("Agree"),
    e.Refused: later("Refuse: a fight"),
    e.Suffered: later("A wound"),
    e.Objected: later("Object: a fight"),
    e.Haunted: later("Call the sharks"),
}


def own_cards(view: Dealt, character: Character) -> Sequence[Row]:
    """Return love, hate and the hand."""
    love, hate = view.hidden.love[character], view.hidden.hate[character]
    hand = (Row(_title(card), str(card), sign=card) for card in sorted(view.hidden.hands[character]))
    return (Row(say("Love"), value=name(love), sign=love), Row(say("Hate"), value=name(hate), sign=hate), *hand)


def seat_moves(view: Dealt, character: Character) -> Sequence[Move]:
    """Return what a player may do: besides what bots consider, trades that are offered.

    Who is not asked and has nothing to lay is not bothered. An offer is answered first.
    """
    moves = PLAY.moves_of(view, str(character)) if character in PLAY.acting_seats(view) else ()
    if offers_to(view, character):
        return moves
    if character not in awaited(view):
        moves = [move for move in moves if not _declines(move)]
    return [*moves, *possible_offers(view, character)]


def awaited(view: Dealt) -> Sequence[Character]:
    """Return for whom the game waits: whose turn it is, all who may decline, offered trades."""
    actors = [Character(actor) for actor in PLAY.acting_seats(view)]
    if view.state.step not in ONE_IS_ASKED:
        return actors
    return [actor for actor in actors if actor is view.state.turn or offers_to(view, actor)]


def seat_question(view: Dealt, character: Character) -> str:
    """Return what is asked about cards that this player alone sees; empty: nothing."""
    if offers_to(view, character):
        return say("A trade is offered to you: which card do you give for it?")
    if view.state.turn is not character:
        return ""
    if view.state.step is Phase.TAKE:
        return say("They go round: choose the one that you keep")
    if view.state.step is Phase.CHOOSE:
        return say("Choose the day's card")
    return say("You draw these: choose what goes on the row stack") if view.plan is Plan.ROW else ""


def _declines(move: Move) -> bool:
    return move.event is None and move.plan is None and move.offer is None


def describe_seat_move(view: Dealt, move: Move, told: str) -> SeatMove:
    """Return a move as it is touched, with cards of the hand; `told`: words of its event."""
    match move:
        case Move(event=e.Took(), picks=(card, *_)):
            kept = Provision(card)
            # The same card in the hand is another one.
            text = say("Keep: {cards}", cards=provision_name(kept))
            return SeatMove(text, (MovePart(f"keep {kept}", text, on_board=False, sign=kept),))
        case Move(event=e.Rowed(), picks=picks):
            drawn = [
                drawn_card for drawn_card in view.hidden.deck if drawn_card.id is not None and drawn_card.id in picks
            ]
            parts = [
                MovePart(f"keep {drawn_card.id}", f"{drawn_card.id}: {describe_signs(drawn_card)}", on_board=False)
                for drawn_card in drawn
            ]
            text = say("Keep: {cards}", cards=join_items(picks)) if picks else say("Keep none")
            return SeatMove(text, tuple(parts), any_order=bool(picks))
        case Move(event=e.Traded(by=by), picks=(card, back)):
            # No card of the hand is touched: that would say nothing of where it goes.
            given, wanted = (provision_name(Provision(kind)) for kind in (back, card))
            return SeatMove(describe_gift(given, name(by), wanted))
        case Move(event=e.Traded(partner=partner), picks=(card,)):
            given = Provision(card)
            return _to_player(
                given, f"give {partner}", partner, say("Give it to {player}", player=character_name(partner))
            )
        case Move(event=None, offer=TradeOffer() as offer) if offer in view.offers:
            return SeatMove(say("Take the offer back") if move.by is offer.by else say("No trade"))
        case Move(event=None, offer=TradeOffer(to=to, card=card)):
            text = say("Offer it to {player} for a card", player=character_name(to))
            return _to_player(card, f"to {to}", to, text)
    return _open_move(move.event) or SeatMove(describe_picks(move, told))


def _to_player(card: Provision, act: str, to: Character, text: str) -> SeatMove:
    """Return what is done with a card for somebody."""
    return SeatMove(f"{_title(card)}: {text}", (_card_part(card), MovePart(act, text, on_board=False, sign=to)))


def describe_advised(event: e.GameEvent, told: str) -> str:
    """Describe an event as advice that all may read; `told`: as it is told when it has happened."""
    match event:
        case e.Took():
            return say("Keep a card")
        case e.Rowed(kept=0):
            return say("Row and keep none")
        case e.Rowed(kept=kept):
            return say_count("Row and keep {n} card", "Row and keep {n} cards", kept)
        case e.Traded():
            return say("Trade")
        case e.Revealed():
            return say("Lay love, hate and hand open")
    move = _open_move(event)
    return told if move is None else move.text


def _open_move(event: e.GameEvent | None) -> SeatMove | None:
    """Return a move of which nobody's cards tell more than the event does; None for others."""
    match event:
        case e.Laid(card=card, to=to):
            before = say("Lay it open") if to is None else say("Lay it open for {player}", player=character_name(to))
            return _in_parts(_card_part(card), MovePart(f"lay {to}", before, on_board=False, sign=to))
        case e.Demanded(of=of, want=e.DemandKind.SEAT):
            return _in_parts(_action_part("seat", say("Change seats")), MovePart(str(of), name(of), sign=of))
        case e.Demanded(of=of, card=card):
            demanded = say("Demand a hand card") if card is None else say("Demand: {card}", card=provision_name(card))
            which = _action_part(f"card {card}", demanded)
            whose = MovePart(str(of), name(of), sign=of)
            return _in_parts(_action_part("take", say("Demand a card")), whose, which)
        case e.Used(card=card, source=source, on=on):
            text = say("Use: {card}", card=provision_name(card))
            return SeatMove(join_parts((text, *([name(on)] if on is not None else []), *_where(source))))
        case e.Chummed(source=source):
            return SeatMove(join_parts((say("Use: {card}", card=provision_name(Provision.CHUM)), *_where(source))))
        case e.Drank(by=by, thirsty=thirsty, source=source):
            text = (
                say("Drink water") if by is thirsty else say("Give water to {player}", player=character_name(thirsty))
            )
            return SeatMove(join_parts((text, *_where(source))))
        case e.Joined(side=side):
            return SeatMove(say("Join the attackers") if side is e.Side.ATTACK else say("Join the defenders"))
        case e.Revealed(love=love, hate=hate):
            return SeatMove(say("Lay open: love {love}, hate {hate}, and the hand", love=name(love), hate=name(hate)))
    return SeatMove(say(_ACTIONS[type(event)])) if type(event) in _ACTIONS else None


def score_so_far(state: State, character: Character) -> ToldFacts:
    """Return a player's four sums now, with the treasure that lies open, for each love and hate."""
    people = [person.who for person in state.people]
    rows = tuple([Row(name(person), str(person)) for person in people])
    words = (say("Survival"), say("Treasure"), say("Love"), say("Hate"))
    lines: dict[tuple[str, ...], str] = {}
    for love, hate in product(people, repeat=2):
        score = score_of(state, e.Revealed(character, love, hate, ()))
        parts = zip(words, (score.survival, score.treasure, score.love, score.hate), strict=True)
        lines[str(love), str(hate)] = f"{' + '.join(f'{word} {points}' for word, points in parts)} = {score.total}"
    title = say("Your score so far, with open cards alone. What you choose stays on this phone.")
    return ToldFacts(title, ((say("Love"), rows), (say("Hate"), rows)), lines)


def _where(source: e.CardSource) -> tuple[str, ...]:
    """Return the words for a card that lies open; a hand card needs none."""
    return (say("It lies open"),) if source is e.CardSource.OPEN else ()


def _in_parts(*parts: MovePart) -> SeatMove:
    return SeatMove(join_parts(part.text for part in parts), parts)


def _action_part(action: str, text: str) -> MovePart:
    return MovePart(action, text, on_board=False)


def _title(card: Provision) -> str:
    return capitalised(provision_name(card))


def _card_part(card: str) -> MovePart:
    return MovePart(str(card), _title(Provision(card)), on_board=False, sign=Provision(card))


def describe_announced(move: Move) -> str:
    """Describe what a move without an event begins or refuses; empty: it does nothing."""
    if move.offer is not None and move.by is move.offer.to:
        return say("No trade")
    match move.plan:
        case Plan.ROW:
            return say("Row")
        case Plan.COMPASS:
            return say("With the compass: one more card to choose from")
        case Plan.FLARE_IN_HAND | Plan.FLARE_OPEN as plan:
            where = say("From the hand") if plan is Plan.FLARE_IN_HAND else say("It lies open")
            return f"{capitalised(provision_name(Provision.FLARE))} · {where}"
    return ""


def describe_picks(move: Move, told: str) -> str:
    """Return a move in words: what is `told` of its event, and what only its player knows."""
    match move.event:
        case None:
            return describe_announced(move) or say("Nothing")
        case e.Took():
            return capitalised(provision_name(Provision(move.picks[0])))
    return told
