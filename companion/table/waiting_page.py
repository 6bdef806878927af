"""Page of a step in which nobody at this table acts: a bot does, or another table."""

from dataclasses import replace

from companion.device.language import say
from companion.screen.pages import BoardPage, Keys, ListPage, Page, Tone
from companion.table.session import Session
from companion.table.undo_step import undo_label


def waiting_page(session: Session, page: Page, name: str, text: str) -> Page:
    """Return the page on which people would act, without choices; `text` says who acts."""
    keys = Keys(back=undo_label(session), back_hold=say("Menu"))
    match page:
        case BoardPage():
            # What only tells something stays, such as a clock.
            facts = tuple(row for row in page.rows if row.value and not row.id)
            return replace(
                page, name=name, caption=text, rows=facts, tone=Tone.WAITING, keys=keys, action=None, selected=None
            )
        case ListPage():
            return replace(page, name=name, text=text, rows=(), tiles=(), keys=keys, selected=None)
    return page
