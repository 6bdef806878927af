"""Table of friends elsewhere, at which the running game is played too."""

from companion.table.session import Session
from companion.two_tables.tables import OtherTables
from tools.two_boxes import known_of_others
from tools.walk.opened import OpenedTable, TablePlace
from tools.walk.parts import Ears
from tools.walk.played import PlayedTable
from tools.walk.window import UndrawnApp


class FriendsTable(PlayedTable):
    """Virtual table in the same process, at which nobody does more than the pages ask for."""

    def __init__(self, beside: OpenedTable, game_id: str) -> None:
        """Open the first page of a table that knows this game, in the language of the other one."""
        super().__init__(
            TablePlace.VIRTUAL, (game_id,), settings=beside.session.settings, seed=beside.seed + 1, beside=beside
        )

    def open_app(self) -> UndrawnApp:
        """Return a window that nobody looks at."""
        return UndrawnApp(self.session, announcer=Ears(), buttons=self.buttons, clock=lambda: self.now)

    def check(self, session: Session, other_table: OtherTables) -> None:
        """Raise AssertionError if this table and a session's differ or know each other's cards."""
        own, theirs = self.other_table.share, other_table.share
        if own is None or theirs is None or own.kept.key != theirs.kept.key:
            return
        for share in (own, theirs):
            assert not share.exchange.fault, share.exchange.fault
        entries, others = own.ledger.entries, theirs.ledger.entries
        both = min(len(entries), len(others))
        assert entries[:both] == others[:both], f"the tables differ: {entries[:both]} != {others[:both]}"
        for table, share in ((self.session, own), (session, theirs)):
            seat = known_of_others(table, share.kept.side)
            assert not seat, f"the cards of {seat} are known at another table"
