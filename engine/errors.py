"""What can be wrong with what the engine is given, one class for each reaction."""


class RulesError(Exception):
    """Root of this package's errors."""


class NotationError(RulesError, ValueError):
    """A text or file that does not say what it should; the message names the place."""


class NotAllowedError(RulesError, ValueError):
    """Something that the rules do not allow in this position."""
