"""Training of a game's nets: self-play in compiled code, a replay buffer, and PyTorch (`sampan train`).

value_targets.py        the value net learns who won
comparison_targets.py   the value net learns which of several turns of one position is better
policy_targets.py       the policy net learns which moves the best of many turns are made of
"""
