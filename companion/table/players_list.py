"""The players whom this box knows: each can be renamed, merged with another, and forgotten."""

from collections.abc import Sequence

from companion.device.errors import UserError
from companion.device.language import say
from companion.screen.pages import Keys, Row, Tone
from companion.table.lists import ListStep
from companion.table.player_names import WriteNameStep
from companion.table.session import Session

_NAME = "name "


class PlayersListStep(ListStep):
    """List of all players."""

    name = "players-list"

    def title(self) -> str:
        """Return the page's title."""
        return say("Players")

    def text(self) -> str:
        """Say where names are."""
        return self.session.names.problem or say("Names stay on this box. Guests need none.")

    def rows(self) -> Sequence[Row]:
        """Return the way to a new player, and the players."""
        names = [Row(name, f"{_NAME}{name}") for name in self.session.names.names()]
        return [Row(say("New name"), "new", tone=Tone.NOW), *names]

    def choose(self, row_id: str) -> None:
        """Write a new name, or ask what to do with a player."""
        if row_id == "new":
            self.session.open(WriteNameStep(self.session, say("New name"), "", self._add))
        else:
            self.session.open(PlayerStep(self.session, row_id.removeprefix(_NAME)))

    def _add(self, name: str) -> None:
        self.session.names.add(name)


class PlayerStep(ListStep):
    """Page of a player, who is renamed, merged or forgotten."""

    name = "player"

    def __init__(self, session: Session, player: str) -> None:
        super().__init__(session)
        self.player = player

    def title(self) -> str:
        """Return the player's name."""
        return self.player

    def rows(self) -> Sequence[Row]:
        """Return what can be done."""
        others = len(self.session.names.names()) > 1
        return (
            Row(say("Another name"), "rename"),
            *((Row(say("The same as another player"), "merge"),) if others else ()),
            Row(say("Forget this name"), "forget", detail=say("In all games a guest sat there."), tone=Tone.BAD),
        )

    def choose(self, row_id: str) -> None:
        """Do it; what cannot be undone is asked first."""
        match row_id:
            case "rename":
                self.session.open(WriteNameStep(self.session, say("Another name"), "", self._rename))
            case "merge":
                self.session.open(MergeStep(self.session, self.player))
            case "forget":
                self.session.open(ForgetStep(self.session, self.player))

    def _rename(self, name: str) -> None:
        self.player = self.session.names.rename(self.player, name)


class MergeStep(ListStep):
    """Choice of the player who this one is, too."""

    name = "merge"

    def __init__(self, session: Session, player: str) -> None:
        super().__init__(session)
        self.player = player

    def title(self) -> str:
        """Return the page's title."""
        return say("The same as another player")

    def text(self) -> str:
        """Describe what a choice does."""
        return say("All games of {name} become those of the chosen player.", name=self.player)

    def rows(self) -> Sequence[Row]:
        """Return all other players."""
        return [Row(name, f"{_NAME}{name}") for name in self.session.names.names() if name != self.player]

    def choose(self, row_id: str) -> None:
        """Merge the two, and go back to the list."""
        try:
            self.session.names.merge(self.player, row_id.removeprefix(_NAME))
        except UserError as error:
            self.session.hint(str(error))
            return
        self.session.close()
        self.session.close()


class ForgetStep(ListStep):
    """Question before a name is forgotten."""

    name = "forget"

    def __init__(self, session: Session, player: str) -> None:
        super().__init__(session)
        self.player = player

    def title(self) -> str:
        """Return the page's title."""
        return say("Forget this name")

    def text(self) -> str:
        """Ask."""
        return say("Forget {name} for good? The games stay.", name=self.player)

    def rows(self) -> Sequence[Row]:
        """Return both answers; the one that does nothing first."""
        return (Row(say("Keep the name"), "keep"), Row(say("Forget it"), "forget", tone=Tone.BAD))

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Choose"), draw=say("Next"), back=say("Cancel"))

    def choose(self, row_id: str) -> None:
        """Forget the name, and go back to the list."""
        if row_id == "forget":
            try:
                self.session.names.forget(self.player)
            except UserError as error:
                self.session.hint(str(error))
                return
            self.session.close()
        self.session.close()
