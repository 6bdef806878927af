"""Random games of Lifeboat: allowed events, some overruled, and some facts corrected."""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from engine.game import Choice, Game
from engine.lifeboat import events as e
from engine.lifeboat.actions import rowing_draws
from engine.lifeboat.components import Character, Provision, Variant
from engine.lifeboat.game import RULES
from engine.lifeboat.navigation import LAND, Bird, NavigationCard, birds_after
from engine.lifeboat.navigation_phase import deck_for_compass
from engine.lifeboat.state import Phase, State, own_cards

LifeboatGame = Game[State, e.GameEvent]
_WITHOUT_HARTER = tuple(variant for variant in Variant if variant is not Variant.HARTER)


def random_start(rng: Random, players: int | None = None) -> e.GameStarted:
    """Any number of players, any variants that go together, any kind of navigation cards."""
    variants: set[Variant] = {variant for variant in _WITHOUT_HARTER if rng.random() < 0.4}
    if players == 7 or (Variant.CANNIBALISM in variants and rng.random() < 0.5):
        variants |= {Variant.CANNIBALISM, Variant.HARTER}
    harter = Variant.HARTER in variants
    people = [character for character in Character if harter or character is not Character.HARTER]
    count = players or rng.randint(4, 7 if harter else 6)
    navigation: e.Deck | tuple[NavigationCard, ...] = rng.choice(list(e.Deck))
    if rng.random() < 0.3:
        navigation = tuple(signs(rng, f"own-{number}") for number in range(20))
        navigation = (*navigation, NavigationCard("own-bird", Bird.BIRD))
    return e.GameStarted(tuple(rng.sample(people, count)), tuple(sorted(variants)), navigation)


def signs(rng: Random, card_id: str | None = None) -> NavigationCard:
    """Return a navigation card with any signs."""
    overboard, thirsty = (tuple(character for character in Character if rng.random() < 0.25) for _ in "12")
    return NavigationCard(card_id, rng.choice(list(Bird)), overboard, thirsty, rng.random() < 0.4, rng.random() < 0.4)


def random_game(rng: Random, players: int | None = None, *, most: int = 600) -> Iterator[LifeboatGame]:
    """Yield a game after each of its events, up to its end."""
    game = RULES.start(random_start(rng, players))
    yield game
    while RULES.over(game.state) is None and len(game.events) < most:
        game = game.apply(next_event(game.state, rng))
        yield game


def next_event(state: State, rng: Random) -> e.GameEvent:
    """Return an event that may happen; now and then overruled, or a correction."""
    tries: list[e.GameEvent] = []
    if rng.random() < 0.08:
        tries.append(random_correction(state, rng))
    if rng.random() < 0.1:
        anybody = rng.choice([person.who for person in state.people])
        tries.append(filled(state, Choice(rng.choice(RULES.next(state)).event, str(anybody)), rng, overruled=True))
    tries += [filled(state, rng.choice(RULES.next(state)), rng) for _ in range(20)]
    for event in tries:
        if not RULES.problems(state, event):
            return event
    raise AssertionError(f"nothing of {tries} is allowed")


def filled(state: State, choice: Choice, rng: Random, *, overruled: bool = False) -> e.GameEvent:
    """An event of that name by that character, with arguments by chance, which mostly fit."""
    actor = Character(choice.by) if choice.by else Character.LAUREN
    aboard = list(state.seats) or [actor]
    kinds = [kind for kind, unseen in state.unseen.items() if unseen] or list(Provision)
    person = state.person(actor) if choice.by else None
    match choice.event:
        case "took" | "passed" | "agreed" | "refused" | "objected" | "haunted" | "suffered":
            plain: Mapping[str, Callable[[Character, bool], e.GameEvent]] = {
                "took": e.Took,
                "passed": e.Passed,
                "agreed": e.Agreed,
                "refused": e.Refused,
                "objected": e.Objected,
                "haunted": e.Haunted,
                "suffered": e.Suffered,
            }
            return plain[choice.event](actor, overruled)
        case "eaten" | "fought" | "fell":
            nobodys: Mapping[str, Callable[[bool], e.GameEvent]] = {
                "eaten": e.Eaten,
                "fought": e.Fought,
                "fell": e.Fell,
            }
            return nobodys[choice.event](overruled)
        case "laid":
            card = rng.choice(kinds)
            to = rng.choice(aboard) if card is Provision.PRESERVER and rng.random() < 0.5 else None
            return e.Laid(actor, card, to, overruled)
        case "traded":
            other = rng.choice(aboard)
            gave, got = (rng.randint(0, state.person(character).hand) for character in (actor, other))
            return e.Traded(actor, other, gave, got, overruled)
        case "rowed":
            assert person is not None
            return e.Rowed(actor, rng.randint(0, min(state.deck, rowing_draws(state, person))), overruled)
        case "demanded":
            of = rng.choice(aboard)
            want = rng.choice([e.DemandKind.SEAT, e.DemandKind.HAND, e.DemandKind.OPEN])
            laid = state.person(of).open
            if want is e.DemandKind.OPEN and not laid:
                want = e.DemandKind.SEAT
            return e.Demanded(actor, of, want, rng.choice(laid) if want is e.DemandKind.OPEN else None, overruled)
        case "used":
            return _used(state, actor, rng, overruled=overruled)
        case "joined":
            return e.Joined(actor, rng.choice(list(e.Side)), overruled)
        case "navigated":
            cards = own_cards(state.started)
            compass = person is not None and Provision.COMPASS in person.open and deck_for_compass(state) > 0
            character = actor if choice.by else None
            if cards is None:
                return e.Navigated(character, signs=signs(rng), compass=compass, overruled=overruled)
            return e.Navigated(character, rng.choice(cards).id, compass=compass, overruled=overruled)
        case "chummed":
            return e.Chummed(actor, rng.choice(list(e.CardSource)), overruled)
        case "drank":
            return e.Drank(actor, state.turn or actor, rng.choice(list(e.CardSource)), overruled)
        case "revealed":
            return _revealed(state, actor, rng, overruled=overruled)
    raise AssertionError(choice)


def _used(state: State, character: Character, rng: Random, *, overruled: bool) -> e.GameEvent:
    card = rng.choice([Provision.MEDKIT, Provision.PARASOL, Provision.FLARE, Provision.CANNIBALISM])
    source = rng.choice(list(e.CardSource))
    if card is Provision.FLARE:
        cards = own_cards(state.started)
        turned = rng.sample(cards, min(3, state.deck)) if cards is not None else None
        birds = [card.bird for card in turned] if turned is not None else []
        if turned is None:
            birds = [rng.choice(list(Bird)) for _ in range(min(3, state.deck))]
        count = state.birds
        for number, bird in enumerate(birds, start=1):
            count = birds_after(count, bird)
            if count >= LAND:
                birds = birds[:number]
                break
        if turned is not None:
            ids = tuple(str(card.id) for card in turned[: len(birds)])
            return e.Used(character, card, source, cards=ids, overruled=overruled)
        return e.Used(character, card, source, birds=tuple(birds), overruled=overruled)
    on = rng.choice(list(state.seats)) if card is not Provision.PARASOL and state.seats else None
    if on is None:
        return e.Used(character, Provision.PARASOL, source, overruled=overruled)
    return e.Used(character, card, source, on, overruled=overruled)


def _revealed(state: State, character: Character, rng: Random, *, overruled: bool) -> e.GameEvent:
    pool = [kind for kind, unseen in state.unseen.items() for _ in range(unseen)]
    everybody = [person.who for person in state.people]
    loves = [player for player in everybody if player not in {revealed.love for revealed in state.revealed}]
    hates = [player for player in everybody if player not in {revealed.hate for revealed in state.revealed}]
    hand = rng.sample(pool, state.person(character).hand)
    return e.Revealed(character, rng.choice(loves), rng.choice(hates), tuple(hand), overruled)


def random_correction(state: State, rng: Random) -> e.Corrected:
    """Return a correction that mostly fits."""
    aboard = list(state.seats) or [state.people[0].who]
    character = rng.choice(aboard)
    kinds = [kind for kind, unseen in state.unseen.items() if unseen] or [Provision.WATER]
    wanted = rng.choice(
        [
            e.Correction(wounds=((character, rng.randint(0, 10)),)),
            e.Correction(hands=((character, rng.randint(0, 4)),)),
            e.Correction(open=((character, tuple({rng.choice(kinds) for _ in "12"})),)),
            e.Correction(discard=tuple({rng.choice(kinds) for _ in "12"})),
            e.Correction(birds=rng.randint(0, 3)),
            e.Correction(rowed=tuple(set(rng.choices(aboard, k=2))), fought=()),
            e.Correction(seats=tuple(rng.sample(aboard, len(aboard)))),
            e.Correction(row=rng.randint(0, state.deck + state.row)),
            e.Correction(open=((character, (Provision.PARASOL,)),), parasol=(character,)),
        ]
    )
    return e.Corrected(wanted, "it lies otherwise")


def is_in_play(state: State) -> bool:
    """Return True if the days still go on."""
    return state.step not in (Phase.REVEAL, Phase.OVER)
