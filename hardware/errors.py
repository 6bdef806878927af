"""What can go wrong with buttons and lights."""


class HardwareError(Exception):
    """A device cannot be used; the message is one sentence for the user that says what, where and how to mend it."""
