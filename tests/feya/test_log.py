"""In which order the log tells what a move did."""

from __future__ import annotations

import random

from sampan.engine.messages import Message

from .position import GAME

PAID = ("feya_log_change_gold", "feya_log_change_mana", "feya_log_change_axolotls")


def rounds_begun(seed: int) -> list[list[Message]]:
    """What is told of the moves of a random game that begin a round."""
    state, picker, told = GAME.deal({"players": 3}, seed), random.Random(seed), []
    while not GAME.over(state):
        move, before = picker.choice(GAME.legal_moves(state)), GAME.copy(state)
        GAME.play(state, move)
        said = GAME.narrate(before, move, state)
        if any(name == "feya_log_round" for name, _ in said):
            told.append(said)
    return told


def test_incomes_are_told_after_the_round_they_come_with_and_what_a_pass_brings_before_it():
    income = before = 0
    for said in [said for seed in range(6) for said in rounds_begun(seed)]:
        names = [name for name, _ in said]
        begins = names.index("feya_log_round")
        assert not {*names[:begins]} & {*PAID, "feya_log_sailing"}
        assert not {*names[begins:]} & {"feya_log_change_fish", "feya_log_race", "feya_log_totem"}
        income += len({*names[begins:]} & {*PAID})
        before += begins > 1
    assert income > 6
    assert before > 3
