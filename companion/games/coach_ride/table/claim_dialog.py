"""Questions of a claim: its kind, who is named, and which cards are shown."""

from collections import Counter

from companion.games.coach_ride.language import say
from companion.games.coach_ride.table.captions import caption
from companion.games.coach_ride.table.picking import pick_person
from companion.games.coach_ride.words import association_name, card_name, first_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog
from companion.table.event_dialog import number_rows
from companion.table.questions import UNMARKED, Answers, Question
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession, Variant
from engine.coach_ride.events import Named, Shown
from engine.coach_ride.state import Phase, State

_DONE = "done"
#: Beside the picture of the table so many have room to be named; more need the whole screen.
_BESIDE_THE_TABLE = 4
#: So many associations has everybody in the advanced game of three.
_THREE = 3


def ask_claimed(state: State, person: Person) -> Dialog[e.Claimed]:
    """Ask what somebody claims."""
    rows = [Row(say("Own side has enough"), str(e.ClaimKind.OWN))]
    if Item.CREST in state.items:
        rows.append(Row(card_name(Item.CREST), str(e.ClaimKind.CREST), sign=Item.CREST))
    if Variant.FORTUNE_TELLING in state.variants:
        rows.append(Row(say("The other side has enough"), str(e.ClaimKind.ENEMY)))
    text = say("What does {player} claim?", player=first_name(person))
    return e.Claimed(person, e.ClaimKind((yield Question(text, tuple(rows)))))


def ask_first_claim(state: State) -> Dialog[tuple[e.GameEvent, ...]]:
    """Ask who claims where the companion has looked on until now; then all hands are counted.

    A seat that is touched is the claimant's.
    """
    rows = (Row(say("Somebody claims the victory"), "claimed", tone=Tone.NOW),)
    answer = yield Question(say("I look on until somebody claims the victory."), rows)
    if answer == "claimed":
        answer = yield from pick_person(say("Who claims the victory?"), state.players)
    person = Person(answer)
    claimed = yield from ask_claimed(state, person)
    hands, players = dict[Person, int](), state.from_player(person)
    items = sum(state.items.values())
    for number, player in enumerate(players, start=1):
        # Everybody holds one item at least, and at the beginning of a turn nobody more than the limit.
        most = min(state.limit, items - sum(hands.values()) - (len(players) - number))
        text = say("How many items does {player} hold?", player=first_name(player))
        hands[player] = int((yield Question(text, number_rows(1, most))))
    pile = items - sum(hands.values())
    return e.Corrected(say("Counted for a claim"), hands=hands, pile=pile, turn=person), claimed


def ask_named(state: State) -> Dialog[Named]:
    """Ask whose items are needed: each answer names somebody or takes that back."""
    claim = state.claim
    assert claim is not None
    others = state.from_player(claim.by)[1:]
    many = len(others) > _BESIDE_THE_TABLE
    named: set[Person] = set()
    while True:
        rows = [
            Row(first_name(other_player), str(other_player), sign=other_player, done=other_player in named)
            for other_player in others
        ]
        done = say("These show their cards") if named else say("Nobody is needed")
        rows.append(Row(done, _DONE, tone=Tone.NOW))
        answer = yield Question(caption(state), tuple(rows), stays=True, whole_screen=many)
        if answer == _DONE:
            return Named(claim.by, tuple(other_player for other_player in others if other_player in named))
        named ^= {Person(answer)}


def ask_shown(state: State, *, overruling: bool = False) -> Dialog[Shown]:
    """Ask for association, profession and items of the next player who shows cards.

    They are asked as far as they are shown now.

    `overruling`: the profession may be any, whatever lies open (K26).
    """
    actor = state.players_to_show()[0]
    player = first_name(actor)
    association = _association_answer(state, (yield _association(state, actor)))
    profession = None
    if state.phase is Phase.CLAIM:
        rows = _profession_rows(state, actor, overruling=overruling)
        text = say("{player}: which profession?", player=player)
        profession = Profession((yield Question(text, rows, marked=UNMARKED)))
    if state.phase is Phase.REVEAL:
        return Shown(actor, association)
    held, shown = state.hands[actor], _shown_items(state)
    counts: Counter[Item] = Counter()
    while counts.total() != held:
        text = say("{player}: item {n} of {all}?", player=player, n=counts.total() + 1, all=held)
        rows = tuple(
            Row(card_name(item), str(item), str(counts[item]) if counts[item] else "", sign=item)
            for item, most in state.items.items()
            if counts[item] + shown[item] < most
        )
        counts[Item((yield Question(text, rows, stays=True, whole_screen=True, marked=UNMARKED)))] += 1
    return Shown(actor, association, profession, tuple(sorted(counts.elements())))


def shown_answers(event: Shown, state: State) -> Answers:
    """Return the answers that tell what somebody shows."""
    assert event.association is not None
    if len(event.association) == _THREE:
        first = str(event.association.count(Association.ORDER))
    else:
        first = str(event.association[0])
    profession = (str(event.profession),) if event.profession and state.phase is Phase.CLAIM else ()
    return (first, *profession, *map(str, sorted(event.items or ())))


def _association(state: State, person: Person) -> Question:
    if Variant.THREE_ADVANCED in state.variants:
        text = say("{player}: how many of the three are of the Order?", player=first_name(person))
        return Question(text, tuple(Row(str(n), str(n)) for n in range(_THREE + 1)), marked=UNMARKED)
    rows = tuple(Row(association_name(side), str(side), sign=side) for side in Association)
    return Question(caption(state), rows, marked=UNMARKED)


def _association_answer(state: State, answer: str) -> tuple[Association, ...]:
    if Variant.THREE_ADVANCED not in state.variants:
        return (Association(answer),)
    order = int(answer)
    return (Association.ORDER,) * order + (Association.BROTHERHOOD,) * (_THREE - order)


def _profession_rows(state: State, person: Person, *, overruling: bool) -> tuple[Row, ...]:
    """Return the professions that lie open before nobody else.

    If the player has an open one, it is the only one (K26).
    """
    own = state.professions.get(person)
    elsewhere = [profession for player, profession in state.professions.items() if player is not person]
    possible = [own] if own else [profession for profession in Profession if profession not in elsewhere]
    if overruling:
        possible = list(Profession)
    return tuple(Row(card_name(profession), str(profession), sign=profession) for profession in possible)


def _shown_items(state: State) -> Counter[Item]:
    assert state.claim is not None
    return Counter(item for cards in state.claim.shown.values() for item in cards.items or ())
