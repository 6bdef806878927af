"""Limits of rates: a bucket fills again, and never beyond its brim."""

from companion.phones.limits import RateLimit


def test_a_bucket_fills_up_to_its_brim_however_long_nobody_asks() -> None:
    limit = RateLimit(burst=2.0, per_s=1.0)
    assert [limit.take("phone", 0.0) for _ in range(3)] == [True, True, False]
    assert limit.left("phone", 0.5) == 0.5
    assert limit.left("phone", 1000.0) == 2.0
    assert limit.left("another", 0.0) == 2.0
