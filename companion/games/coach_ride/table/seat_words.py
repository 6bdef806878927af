"""Words on a seat's own screen: its cards, its knowledge of others, its moves in parts."""

from collections.abc import Iterator, Mapping

from companion.cards.news import describe_gift
from companion.device.sentences import capitalised, join_items, join_parts
from companion.games.coach_ride.language import say
from companion.games.coach_ride.table.captions import names
from companion.games.coach_ride.table.picking import card_of
from companion.games.coach_ride.words import card_name, event_name, first_name, side_name, support_name
from companion.screen.pages import Row
from companion.table.seat_moves import MovePart, SeatMove
from engine.coach_ride import events as e
from engine.coach_ride.cards import Card, Item, Person, Profession
from engine.coach_ride.dealt import Dealt, Move
from engine.coach_ride.hidden import answers
from engine.coach_ride.state import Phase

# --- what a seat has ------------------------------------------------------------------------------------------------


def own_rows(view: Dealt, person: Person) -> Iterator[Row]:
    """Yield the own cards."""
    cards = view.cards
    for side in cards.sides[person]:
        yield Row(side_name(side), sign=side)
    profession = cards.professions[person]
    yield Row(card_name(profession), sign=profession)
    for item in sorted(cards.hands[person]):
        yield Row(card_name(item), _item_id(item), sign=item)


def known_rows(view: Dealt, person: Person) -> Iterator[Row]:
    """Yield the item that is offered, then what is known of others."""
    cards, trade = view.cards, view.state.trade
    if trade is not None and trade.passive is person and view.state.phase is Phase.OFFER and cards.offered is not None:
        yield Row(say("Offered to you: {card}", card=card_name(cards.offered)), sign=cards.offered)
    for other in view.state.from_player(person)[1:]:
        known = join_items(_known(view, person, other))
        if known:
            yield Row(say("{player}: {cards}", player=first_name(other), cards=known), sign=other)


def _known(view: Dealt, person: Person, other: Person) -> Iterator[str]:
    """Yield the cards of another player that are face down and that this seat knows."""
    assert view.known is not None
    knowledge = view.known[person]
    yield from (side_name(side) for _, side in sorted(knowledge.sides.get(other, {}).items()))
    professions = (
        Profession(card) for group in knowledge.professions if {*group.places} == {other} for card in group.cards
    )
    yield from (
        card_name(profession) for profession in professions if view.state.professions.get(other) is not profession
    )
    yield from (
        card_name(Item(card)) for group in knowledge.items if {*group.places} == {other} for card in group.cards
    )


# --- what a seat may do ---------------------------------------------------------------------------------------------


def describe_seat_move(view: Dealt, move: Move) -> SeatMove:
    """Return a move in parts that are touched in turn: cards of the hand, seats, else buttons."""
    if isinstance(move.event, e.Named) and view.plan is None:
        return _naming(view, move.event)
    parts = tuple(_parts(view, move))
    texts = [part.text for part in parts]
    if isinstance(move.event, e.Gave):
        texts.insert(0, _kind(move.event).text)
    return SeatMove(join_parts(texts), parts)


def describe_advised(event: e.GameEvent) -> str:
    """Describe an event as advice that all may read: what a claim will show stays unsaid."""
    player: tuple[str, ...] = ()
    match event:
        case e.Supported(side=side):
            return _support(side).text
        case e.Announced(item=None):
            return say("Nothing")
        case e.DiplomatUsed(to=to, item=item):
            player = (first_name(to), card_name(item))
        case e.To(to=to):
            player = (first_name(to),)
        case e.Used(card=card):
            player = (card_name(card),)
        case e.Named(players=players):
            player = (names(players),) if players else ()
        case e.Searched(took=took):
            return say("Take one of the items") if took else say("Take none of the items")
        case e.Announced(item=Item() as item):
            return say("Announce: {item}", item=card_name(item))
        case e.SextantUsed(direction=direction):
            return _passing(direction)
    return join_parts((_kind(event).text, *player))


def _passing(direction: e.Direction) -> str:
    left = direction is e.Direction.LEFT
    return say("All pass an item to the left") if left else say("All pass an item to the right")


def describe_announced(move: Move) -> str:
    """Describe what a move without an event begins; empty: it does nothing."""
    if move.begins is not None:
        return capitalised(event_name(e.CODEC.name_of(move.begins)))
    if move.give is not None:
        return say("Give: {card}", card=card_name(move.give))
    return capitalised(event_name("looked")) if move.looks else ""


def _parts(view: Dealt, move: Move) -> Iterator[MovePart]:
    state, event = view.state, move.event or move.begins
    match event:
        case None if move.looks:
            name = _LOOKS.get(state.phase, "searched")
            yield _button("looks", capitalised(event_name(name)), _LOOKING.get(state.phase))
        case None if move.give is not None:
            yield _item(move.give)
        case None:
            yield _button("nothing", say("Nothing"))
        case e.Offered(to=to):
            yield from (_button("trade", say("Trade")), _item(move.give), _person(to))
        case e.Gave(to=to):
            yield from (_item(move.give), _person(to))
        case e.Claimed(kind=kind):
            # What may end the game is no single touch.
            yield from (_kind(event), _claim(kind))
        case e.Named(players=named):
            yield _button("planned", say("These show their cards") if named else say("Nobody is needed"))
        case e.ClairvoyantUsed() if move.chosen:
            *below, top = map(card_of, move.chosen)
            yield _button(f"top {top}", say("On top: {card}", card=card_name(top)), top)
            for card in below:
                yield _button(f"below {card}", say("Below it: {card}", card=card_name(card)), card)
        case e.DiplomatUsed(to=to, item=item):
            yield from (
                _kind(event, Profession.DIPLOMAT),
                _button(f"demand {item}", say("Demand: {card}", card=card_name(item)), item),
                _person(to),
            )
        case e.Attacked(to=to):
            yield from (_kind(event), _person(to))
        case e.Hypnotised(to=to):
            yield from (_kind(event, Profession.HYPNOTIST), _person(to))
        case e.Accepted():
            assert state.trade is not None
            yield from (_kind(event), _return_gift(move.give, state.trade.active))
        case e.Handed():
            assert state.trade is not None
            assert state.trade.demanded is not None
            yield _kind(event)
            if len(answers(state.trade.demanded, state.pile)) > 1:
                yield _return_gift(move.give, state.trade.active)
        case e.Announced(item=None):
            yield _button("nothing", say("Announce nothing"))
        case e.Announced(item=Item() as item):
            yield _button(f"announce {item}", say("Announce: {item}", item=card_name(item)), item)
        case e.SextantUsed(direction=direction):
            yield from (_button(str(direction), _passing(direction)), _item(move.give))
        case e.Looked(card=card):
            yield _kind(event)
            if card is not None:
                yield _button(f"card {card}", capitalised(say("card {n}", n=card)))
        case e.Searched(took=True) | e.Renewed() if move.chosen:
            chosen = card_of(move.chosen[0])
            yield _button(f"take {chosen}", say("Take: {card}", card=card_name(chosen)), chosen)
            if move.give is not None:
                yield _item(move.give)
        case e.Searched(took=False):
            yield _button("left", say("Take none"))
        case e.Supported(side=side):
            yield _support(side)
        case e.Used(card=Item() as item):
            yield from (_kind(event), _item(item))
        case e.Used(card=Profession() as card, winner=winner):
            yield _button(f"use {card}", say("Use: {card}", card=card_name(card)), card)
            if winner is not None and state.fight is not None:
                attacker = winner is e.Fighter.ATTACKER
                yield _person(state.fight.attacker if attacker else state.fight.defender)
        case _:
            yield _kind(event, _PROFESSIONS.get(type(event)))


#: Events that a look begins, where it is not of a beaten player's items, and the cards that allow it.
_LOOKS: Mapping[Phase, str] = {Phase.EFFECT: "renewed", Phase.TURN: "clairvoyant"}
_LOOKING: Mapping[Phase, Card] = {Phase.TURN: Profession.CLAIRVOYANT}
#: Professions by the events in which they are used.
_PROFESSIONS: Mapping[type[e.GameEvent], Profession] = {
    e.ClairvoyantUsed: Profession.CLAIRVOYANT,
    e.PriestUsed: Profession.PRIEST,
    e.DoctorUsed: Profession.DOCTOR,
}


def _button(part_id: str, text: str, sign: object | None = None) -> MovePart:
    return MovePart(part_id, text, on_board=False, sign=sign)


def _kind(event: e.GameEvent, card: Card | None = None) -> MovePart:
    name = e.CODEC.name_of(event)
    return _button(name, capitalised(event_name(name)), card)


def _item_id(item: Item) -> str:
    return f"item {item}"


def _item(item: Item | None) -> MovePart:
    """Return a card of the hand."""
    assert item is not None
    return _button(_item_id(item), card_name(item), item)


def _return_gift(item: Item | None, to: Person) -> MovePart:
    """Return a card that answers what another player wants: its row says what its touch does."""
    assert item is not None
    return _button(f"give {item}", describe_gift(card_name(item), first_name(to)), item)


def _person(person: Person) -> MovePart:
    return MovePart(str(person), first_name(person), sign=person)


def _claim(kind: e.ClaimKind) -> MovePart:
    match kind:
        case e.ClaimKind.CREST:
            return _button(str(kind), card_name(Item.CREST), Item.CREST)
        case e.ClaimKind.ENEMY:
            return _button(str(kind), say("The other side has enough"))
    return _button(str(kind), say("Own side has enough"))


def _naming(view: Dealt, event: e.Named) -> SeatMove:
    """Return whom a claimant names: players in any order."""
    named = [player for player in view.state.from_player(event.by) if player in event.players]
    text = join_parts(first_name(player) for player in named)
    return SeatMove(
        say("Name: {players}", players=text) if named else say("Nobody is needed"),
        tuple(map(_person, named)),
        any_order=bool(named),
    )


def _support(side: e.Support) -> MovePart:
    match side:
        case e.Support.SWORD:
            return _button(str(side), say("Sword: for the attacker"), side)
        case e.Support.SHIELD:
            return _button(str(side), say("Shield: for the defender"), side)
    return _button("keep", capitalised(support_name(side)))
