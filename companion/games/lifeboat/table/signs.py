"""A navigation card's signs: in a few words, and ticked where nobody has entered the card."""

from collections.abc import Sequence

from companion.device.sentences import capitalised
from companion.games.lifeboat.captions import names
from companion.games.lifeboat.language import say
from companion.games.lifeboat.words import bird_name, character_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog
from companion.table.questions import Answers, Question
from engine.lifeboat.components import Character
from engine.lifeboat.navigation import Bird, NavigationCard
from engine.lifeboat.state import State

_DONE = "done"
#: Answers to whether a card really has none of the signs.
_SIGNS = "signs"
_NO_SIGN = "none"
_BIRDS = (Bird.NONE, Bird.BIRD, Bird.CROSSED)
_BLANK = NavigationCard(None, Bird.NONE)


def ticked(answers: Answers, card_id: str | None = None) -> NavigationCard:
    """Return the card with its ticked signs: each answer ticks or unticks one."""

    def named(what: str) -> tuple[Character, ...]:
        return tuple(character for character in Character if answers.count(f"{what} {character}") % 2)

    return NavigationCard(
        card_id,
        _BIRDS[answers.count("bird") % len(_BIRDS)],
        named("overboard"),
        named("thirsty"),
        bool(answers.count("oars") % 2),
        bool(answers.count("fists") % 2),
    )


def sign_answers(card: NavigationCard) -> Answers:
    """Return the answers that tick the signs of a card."""
    return (
        *("bird" for _ in range(_BIRDS.index(card.bird))),
        *(f"overboard {character}" for character in card.overboard),
        *(f"thirsty {character}" for character in card.thirsty),
        *(("oars",) if card.oars else ()),
        *(("fists",) if card.fists else ()),
    )


def answers_ticking(card: NavigationCard) -> Answers:
    """Return the answers that tell a card."""
    ticks = sign_answers(card)
    return (*ticks, _DONE) if ticks else (_DONE, _NO_SIGN)


def sign_rows(card: NavigationCard, people: Sequence[Character]) -> list[Row]:
    """Return a row for each sign, ticked if the card has it; with these people."""
    rows = [Row(say("Bird"), "bird", bird_name(card.bird))]
    for what, named, word in (
        ("overboard", card.overboard, say("overboard")),
        ("thirsty", card.thirsty, say("thirsty")),
    ):
        rows += [
            Row(capitalised(character_name(person)), f"{what} {person}", word, done=person in named)
            for person in people
        ]
    return [
        *rows,
        Row(say("Oars"), "oars", say("thirsty"), done=card.oars),
        Row(say("Fists"), "fists", say("thirsty"), done=card.fists),
    ]


def ask_signs(state: State) -> Dialog[NavigationCard]:
    """Ask for all signs.

    Characters who are out are not asked for, since they are passed over (LR6). An answer without any sign is asked
    back.
    """
    people = [person.who for person in state.aboard]
    done = Row(say("All signs are entered"), _DONE, tone=Tone.NOW)
    text = say("Tick what is on the day's card.")
    answers: Answers = ()
    while True:
        card = ticked(answers)
        signs = sign_rows(card, people)
        answer = yield Question(text, (done, *signs), stays=True, whole_screen=True, marked=signs[0].id)
        if answer == _DONE and card == _BLANK:
            rows = (Row(say("Back to the signs"), _SIGNS, tone=Tone.NOW), Row(say("None of them"), _NO_SIGN))
            answer = yield Question(say("No sign is ticked. Is that right?"), rows)
        if answer in (_DONE, _NO_SIGN):
            return card
        answers = (*answers, answer)


def describe_signs(card: NavigationCard, between: str = " · ") -> str:
    """Describe what the card says, with `between` between its signs."""
    parts = []
    if card.bird is not Bird.NONE:
        parts.append(bird_name(card.bird))
    if card.overboard:
        parts.append(say("overboard: {players}", players=names(card.overboard)))
    if card.thirsty:
        parts.append(say("thirsty: {players}", players=names(card.thirsty)))
    if card.oars:
        parts.append(say("oars"))
    if card.fists:
        parts.append(say("fists"))
    return between.join(parts)
