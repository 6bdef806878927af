"""Addresses of network cameras, as they may be told: without passwords and access tokens."""

import re

#: No password is longer; a text full of addresses must not take long.
_LONGEST = 500
#: ``user:password@`` in an address. A password should have no slash, but cameras take some that do; what looks like a
#: port is none.
_PASSWORD = re.compile(
    rf"(://[^\s/:@]{{0,{_LONGEST}}}):"
    rf"(?:[^\s/]{{0,{_LONGEST}}}@|(?!\d{{1,5}}(?:[/?#\s]|$))\S{{0,{_LONGEST}}}@)"
)
#: Parts of the names of what opens a camera, as in ``my_secret``, and endings of such names, as in ``apikey``.
_PARTS = "pass|pwd|psw|token|secret|credential|auth|signature|session"
_ENDINGS = "key|pas|pw|pin|sig|sid|hash"
#: Values of such names behind the question mark or the number sign.
_IN_QUERY = re.compile(
    rf"(?i)([?&;#](?:[\w.-]{{0,40}}(?:{_PARTS})[\w.-]{{0,40}}|[\w.-]{{0,40}}(?:{_ENDINGS}))=)[^&;#\s]+"
)


def masked(text: str) -> str:
    """Return the text with ``***`` for every password and access token in an address in it."""
    return _IN_QUERY.sub(r"\1***", _PASSWORD.sub(r"\1:***@", text))
