"""The companion's errors."""


class UserError(Exception):
    """Something the user can mend; the message is one sentence that says what, where and how. Exit status 2."""
