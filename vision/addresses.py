"""Addresses of network cameras, as they may be told: without the passwords in them."""

import re

#: ``user:password@`` in an address. A password should have no slash, but cameras take some that do; what looks like a
#: port is none.
_PASSWORD = re.compile(r"(://[^\s/:@]*):(?:[^\s/]*@|(?!\d{1,5}(?:[/?#\s]|$))\S*@)")
#: Passwords behind the question mark.
_IN_QUERY = re.compile(r"(?i)([?&;](?:password|passwd|passwort|pass|pwd|pw|auth|key|secret)=)[^&;#\s]+")


def masked(text: str) -> str:
    """The text with ``***`` for every password in an address in it."""
    if "://" not in text:
        return text
    return _IN_QUERY.sub(r"\1***", _PASSWORD.sub(r"\1:***@", text))
