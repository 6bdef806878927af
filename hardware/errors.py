"""Errors of buttons and lights."""


class HardwareError(Exception):
    """Error: a device cannot be used.

    The message is one sentence for the user that says what, where and how to mend it.
    """
