"""Entry of a game on the first page: poster, what there is to try, guide to its tags."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Generic

from companion.device.language import say
from companion.screen.pages import Row
from companion.table.step import SessionT, Step

if TYPE_CHECKING:
    # Only a window needs pygame.
    import pygame

    from companion.screen.fonts import Fonts
    from companion.screen.pictures import Pictures


class FirstPage(ABC, Generic[SessionT]):
    """Entry of a game on the first page; a game overrides what it has more of."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id

    @abstractmethod
    def poster(self, fonts: "Fonts", size: tuple[int, int]) -> "pygame.Surface":
        """Return the game's large picture."""

    def shows(self) -> Mapping[str, tuple[str, Callable[[SessionT], Step[SessionT]]]]:
        """Return the game's own rows: what there is to see or try without a game.

        The keys are row ids, the values the text and the function that makes the step.
        """
        return {}

    def introduction(self) -> Row | None:
        """Return the row of `shows` with which newcomers begin; None: there is none.

        Its detail says what it is. It stands first and large on the first page until somebody has finished a game.
        """
        return None

    def watch(self, session: SessionT, started: object) -> bool:  # noqa: ARG002 - games override it
        """Begin a game with this first event that plays itself in its midst.

        False: it begins as any other.
        """
        return False

    def describe_standing(self, state: object) -> str:  # noqa: ARG002 - games override it
        """Describe a game's state for the list of games to continue; empty: by its status."""
        return ""

    def tags_guide(self) -> Sequence[Row]:
        """Return the steps of the guide to putting tags on the pieces."""
        return (
            Row(say("1. Make the sheets."), detail=f"companion tags --game {self.game_id} --out tags"),
            Row(say("2. Print them at 100 % on matt paper, and check the ruler on the page.")),
            Row(say("3. Cut and stick as the first page shows.")),
        )


class EmblemFirstPage(FirstPage[SessionT]):
    """First page of a game without art of its own: its poster shows its emblem."""

    def __init__(self, game_id: str, pictures: Callable[["Fonts"], "Pictures"]) -> None:
        super().__init__(game_id)
        self.pictures = pictures

    def poster(self, fonts: "Fonts", size: tuple[int, int]) -> "pygame.Surface":
        """Return the emblem, large."""
        from companion.screen.poster import emblem_poster

        return emblem_poster(self.pictures(fonts).emblem, size)
