"""Threads that share a piece of work: each part once, whoever does it, and nothing left behind."""

from __future__ import annotations

import gc
import threading
from collections import deque
from queue import SimpleQueue

import pytest

from sampan.engine.crew import Crew


def threads_of_crews():
    return [thread for thread in threading.enumerate() if thread.name.startswith("sampan-")]


def test_every_part_is_done_once_and_by_one_of_the_crew():
    crew = Crew(3)
    for parts in (1, 2, 3, 40):
        done = []
        crew.share(lambda k, who, done=done: done.append((k, who)), parts)
        assert sorted(k for k, _ in done) == list(range(parts)) and {who for _, who in done} <= {0, 1, 2}


def test_nobody_waits_for_who_comes_late():
    """The caller does all of it where the others are not free."""
    crew, free = Crew(2), threading.Event()
    crew._jobs.put((lambda k, who: free.wait(), [deque(), deque([0])], SimpleQueue()))
    done = []
    crew.share(lambda k, who: done.append(who), 5)
    assert done == [0] * 5
    free.set()


def test_the_parts_are_shared_where_all_are_free():
    crew, meeting = Crew(2), threading.Barrier(2)
    crew.share(lambda k, who: meeting.wait(60), 2)


def test_what_a_part_raises_is_raised_when_the_others_are_done():
    crew, done, meeting = Crew(2), [], threading.Barrier(2)

    def part(k, who):
        if k < 2:
            meeting.wait(60)
        if who == 1 and k < 2:
            raise ValueError("part of another")
        done.append(k)

    with pytest.raises(ValueError, match="part of another"):
        crew.share(part, 6)
    assert len(done) == 5
    crew.share(lambda k, who: done.append(k), 2)
    assert len(done) == 7


def test_its_threads_end_with_it():
    before = set(threads_of_crews())
    crew = Crew(4)
    mine = [thread for thread in threads_of_crews() if thread not in before]
    assert len(mine) == 3
    del crew
    gc.collect()
    for thread in mine:
        thread.join(60)
        assert not thread.is_alive()
