"""Limits of what phones may ask for."""

from collections import OrderedDict

#: So many phones can have joined at a time.
MOST_PHONES = 50
#: So many onlookers besides.
MOST_ONLOOKERS = 20
#: So many of either from one address: a table's players who share one, as through a tunnel, and some who joined twice.
MOST_PHONES_OF_ONE = 12
#: A phone that has no seat and is gone for so long (seconds) gives its place to others.
GONE_S = 600.0
#: A phone that has just joined keeps its place for so long (seconds) while it looks at the page, to choose a seat.
CHOOSES_S = 60.0
#: Its page is open so long (seconds) after it has joined.
OPENS_S = 5.0
#: So many connections can be open, with those that read pictures; each is an open file. One more waits to be closed.
MOST_CONNECTIONS = 160
#: So many of them from one address: the others are for other phones, whoever holds these.
MOST_CONNECTIONS_OF_ONE = 60
#: So many connections of one address are taken at once: seven phones behind one address begin with ten each.
CONNECTION_BURST = 200.0
#: So many more in each second.
CONNECTIONS_PER_S = 30.0
#: A message of a phone has no more bytes: the longest note with six bytes a character, and more.
MOST_BYTES = 4096
#: A note has no more characters, whatever bytes they take.
MOST_IN_NOTE = 500
#: The name of a counter has no more characters.
MOST_IN_COUNTER = 30
#: Any other text of a touch, such as a seat, has no more characters.
MOST_IN_WORD = 200
#: A connection that does not come to the end of its handshake or request, or asks for nothing, is closed after so long
#: (seconds).
IDLE_S = 10.0
#: One that still takes what it is sent is closed so long (seconds) after that.
SEND_S = 50.0
#: So many wrong tickets and codes of one address are taken at once: a hand mistypes now and then.
WRONG_BURST = 10.0
#: So many more in each second: one address alone never uses up the codes of all.
WRONG_PER_S = 1 / 30
#: So many wrong codes of all addresses together are taken at once. Tickets are too long to be guessed.
WRONG_CODES_BURST = 30.0
#: So many more in each second: all codes would take months.
WRONG_CODES_PER_S = 0.1
#: So many requests of one address are taken at once: seven phones behind one address begin with ten each.
REQUEST_BURST = 200.0
#: So many more in each second.
REQUESTS_PER_S = 30.0
#: So many touches of one phone are taken at once.
TOUCH_BURST = 12.0
#: So many more in each second: fingers are slower.
TOUCHES_PER_S = 4.0
#: So many buckets are kept; the one that was not asked for longest goes first.
_MOST_BUCKETS = 500


class RateLimit:
    """Buckets that fill by `per_s` each second up to `burst`, one for each key."""

    def __init__(self, burst: float, per_s: float) -> None:
        self._burst, self._per_s = burst, per_s
        self._buckets: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def left(self, key: object, time_s: float) -> float:
        """Return how much is left in a bucket at this time (seconds)."""
        filled, filled_at = self._buckets.get(key, (self._burst, time_s))
        return min(self._burst, filled + (time_s - filled_at) * self._per_s)

    def take(self, key: object, time_s: float) -> bool:
        """Take one out of a bucket; return False if there is none."""
        left = self.left(key, time_s)
        self._buckets[key] = (left - 1 if left >= 1 else left), time_s
        self._buckets.move_to_end(key)
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return left >= 1
