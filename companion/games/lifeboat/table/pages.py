"""Pages beside the game: one character, one player's four sums, and the end of the game.

A character's page has everything that is public about it.
"""

from collections.abc import Sequence

from companion.device.language import extended
from companion.device.sentences import capitalised, join_items
from companion.games.lifeboat.captions import describe_over, name
from companion.games.lifeboat.colours import COLOURS
from companion.games.lifeboat.language import say, say_count
from companion.games.lifeboat.words import condition_name, describe_ending, provision_name
from companion.screen.pages import Keys, Row, Tone
from companion.table.game_over import GameOverStep
from companion.table.lists import ListStep
from companion.table.ring import won_pattern
from companion.table.running_game import state_of
from companion.table.session import Session
from companion.voice import Level
from engine.lifeboat.components import SURVIVAL, WEAPONS, Character, Variant
from engine.lifeboat.scores import score_of, scores, treasures, winners
from engine.lifeboat.state import Condition, State
from hardware.ring.patterns import Pattern


def sums(state: State, character: Character) -> list[Row]:
    """Return rows with the four sums of a player who has revealed (L25, L26)."""
    revealed = next(event for event in state.revealed if event.by is character)
    score, own = score_of(state, revealed), state.person(character)
    loved, hated = state.person(revealed.love), state.person(revealed.hate)
    # Two sentences with a colon: no language has to decline a name.
    survives, hates = condition_name(own.condition), _about(hated.who, hated.condition)
    if hated is own:
        if own.alive:
            survives = say("{state}, but hates themselves (rule L26)", state=survives)
        hates = say("all others who are dead or out (rule L26)")
    if own.left and not state.plays(Variant.DROWNED_SCORE):
        survives = say("{state}, no points at all (rule L27)", state=survives)
    return [
        Row(say("Survival"), value=str(score.survival), detail=survives),
        Row(say("Treasure"), value=str(score.treasure), detail=_treasure(state, character)),
        Row(say("Love"), value=str(score.love), detail=_about(loved.who, loved.condition), sign=loved.who),
        Row(say("Hate"), value=str(score.hate), detail=hates, sign=hated.who),
        Row(say("Total"), value=str(score.total), tone=Tone.NOW),
    ]


def _about(character: Character, condition: Condition) -> str:
    return say("{player}, {state}", player=name(character), state=condition_name(condition))


def _treasure(state: State, character: Character) -> str:
    words = {"cash": say("cash"), "jewels": say("jewels"), "paintings": say("paintings")}
    revealed = next(event for event in state.revealed if event.by is character)
    parts = []
    for kind, (worth, doubled) in treasures(character, (*revealed.hand, *state.person(character).open)).items():
        if worth:
            text = (
                say("{kind} {worth} twice", kind=words[kind], worth=worth)
                if doubled
                else extended(words[kind], f" {worth}")
            )
            parts.append(text)
    return join_items(parts)


class SumsStep(ListStep):
    """The four sums of the one who has just revealed, or whose row was touched at the end."""

    name = "sums"
    belongs_to_game = True

    def __init__(self, session: Session, character: Character) -> None:
        super().__init__(session)
        self.who = character

    def title(self) -> str:
        """Return the name of the player whose sums they are."""
        return name(self.who)

    def begin(self) -> None:
        """Say the player's total."""
        state = state_of(self.session, State)
        total = sums(state, self.who)[-1].value
        text = say("{player}: {total} points.", player=name(self.who), total=total)
        self.session.say(text, Level.PHASE, "")

    def rows(self) -> Sequence[Row]:
        """Return a row for each sum."""
        return sums(state_of(self.session, State), self.who)

    def keys(self) -> Keys:
        """Return the buttons: Advance goes on with the next."""
        return Keys(advance=say("Next"), back=say("Back"))

    def advance(self) -> None:
        """Go on with the next player."""
        self.session.close()


class LifeboatOverStep(GameOverStep[State]):
    """The game is over: the ranking."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        scored = scores(self.state)
        assert scored is not None
        self.scores = scored
        self.winners = winners(scored)
        self.ranking = sorted(
            scored, key=lambda character: (-scored[character].total, list(Character).index(character))
        )
        self.index = 0

    def touch(self, target: str) -> None:
        """Show the sums of the touched player."""
        if target in map(str, self.ranking):
            self.session.open(SumsStep(self.session, Character(target)))

    def draw(self) -> None:
        """Show the sums of the next player."""
        self.session.open(SumsStep(self.session, self.ranking[self.index % len(self.ranking)]))
        self.index += 1

    def pattern(self) -> Pattern:
        """Return the ring pattern of the winners' seats."""
        return won_pattern({person.who: COLOURS[person.who] for person in self.state.aboard}, self.winners)

    def title(self) -> str:
        """Describe who has won."""
        return describe_over(self.state)

    def text(self) -> str:
        """Result of the voyage."""
        assert self.state.ended is not None
        return describe_ending(self.state.ended)

    def sign(self) -> object | None:
        """Return the winner."""
        return self.winners[0]

    def draw_does(self) -> str:
        """Return the label of the button Draw: it shows the sums."""
        return say("Sums")

    def rows(self) -> tuple[Row, ...]:
        """Return a row for each character with the four sums, the best first."""
        rows = []
        for character in self.ranking:
            score = self.scores[character]
            detail = say(
                "survival {survival}, treasure {treasure}, love {love}, hate {hate}",
                survival=score.survival,
                treasure=score.treasure,
                love=score.love,
                hate=score.hate,
            )
            rank = 1 + sum(other.total > score.total for other in self.scores.values())
            rows.append(
                Row(
                    say("{rank}. {player}", rank=rank, player=name(character)),
                    str(character),
                    str(score.total),
                    detail,
                    Tone.GOOD if character in self.winners else Tone.PLAIN,
                    character,
                )
            )
        return tuple(rows)


class PersonStep(ListStep):
    """Step for one character: state, wounds, cards."""

    name = "person"

    def __init__(self, session: Session, character: Character) -> None:
        super().__init__(session)
        self.who = character

    def title(self) -> str:
        """Return the character's name."""
        return name(self.who)

    def rows(self) -> Sequence[Row]:
        """State, wounds, hand, each open card."""
        person = state_of(self.session, State).person(self.who)
        rows = [
            Row(capitalised(condition_name(person.condition)), sign=self.who),
            Row(say("Wounds"), value=say("{wounds} of {size}", wounds=person.wounds, size=person.size)),
            Row(say("Survival"), value=str(SURVIVAL[self.who])),
            Row(say_count("{n} hand card", "{n} hand cards", person.hand)),
        ]
        for card in person.open:
            worth = f"+{WEAPONS[card]}" if card in WEAPONS else ""
            rows.append(Row(capitalised(provision_name(card)), value=worth, sign=card))
        if person.parasol:
            rows.append(Row(say("the parasol is up")))
        if person.rowed:
            rows.append(Row(say("has rowed")))
        if person.fought:
            rows.append(Row(say("has fought")))
        return rows

    def keys(self) -> Keys:
        """Return the keys: Back alone leaves."""
        return Keys(back=say("Back"))
