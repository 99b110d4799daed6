"""Tables and a clock that somebody sets: an hour lasts an hour."""

from __future__ import annotations

import pytest

from sampan.server.clock import SLEW, Clock

HOUR, YEAR = 3600.0, 365 * 86_400.0


class Watch:
    """A wall clock and an even one, both in our hand."""

    def __init__(self):
        self.wall, self.even = 1_800_000_000.0, 50.0
        self.clock = Clock(lambda: self.wall, lambda: self.even)

    def wait(self, seconds):
        self.wall += seconds
        self.even += seconds
        return self.clock.now()


def test_time_passes_as_the_system_says_while_nobody_sets_its_clock():
    watch = Watch()
    for _ in range(100):
        assert watch.wait(7.5) == pytest.approx(watch.wall)


@pytest.mark.parametrize("jump", [YEAR, -YEAR, 5 * HOUR, -5 * HOUR])
def test_a_clock_that_jumps_brings_no_deadline_nearer_than_a_quarter(jump, caplog):
    watch = Watch()
    before = watch.wait(1.0)
    watch.wall += jump
    assert watch.clock.now() == pytest.approx(before)
    assert watch.clock.now() == pytest.approx(before)
    after = watch.wait(HOUR)
    assert HOUR * (1 - SLEW) - 1 <= after - before <= HOUR * (1 + SLEW) + 1
    assert [record.getMessage() for record in caplog.records].count(caplog.records[0].getMessage()) == 1
    assert f"{jump:+.0f} s" in caplog.records[0].getMessage()


def test_a_small_difference_is_made_up_and_a_jump_back_is_forgotten():
    watch = Watch()
    watch.wall += 20.0
    for _ in range(10):
        watch.wait(10.0)
    assert watch.clock.now() == pytest.approx(watch.wall)
    before = watch.clock.now()
    watch.wall -= YEAR
    watch.wait(60.0)
    watch.wall += YEAR
    assert watch.wait(60.0) == pytest.approx(before + 120.0, abs=20.0)


def test_time_never_stands_still_or_goes_back_within_a_process():
    watch = Watch()
    seen = [watch.wait(1.0)]
    for jump in (YEAR, -3 * YEAR, 17.0, -0.5, YEAR):
        watch.wall += jump
        seen.append(watch.wait(2.0))
    assert seen == sorted(set(seen))
