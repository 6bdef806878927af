"""The companion's errors."""


class UserError(Exception):
    """Error that the user can fix; exit status 2.

    The message is one sentence that says what, where and how.
    """
