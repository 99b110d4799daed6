"""PPO by self-play at River of Gold for two with TorchRL, through PettingZoo.

    pip install sampan[trainers]
    python examples/torchrl_river.py --steps 60_000

docs/learning.md says what it reaches. What is learned is kept in `torchrl-river.pt`, the learning curve in
`torchrl-river.csv` and `torchrl-river.svg`.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path
from typing import Any

try:
    from tensordict import TensorDict, TensorDictBase
    from tensordict.nn import TensorDictModule
    from torchrl.collectors import Collector
    from torchrl.envs.libs.pettingzoo import PettingZooWrapper
    from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
    from torchrl.objectives import ClipPPOLoss
    from torchrl.objectives.value import GAE
except ImportError:
    sys.exit("torchrl_river.py: TorchRL is not installed: expected pip install 'sampan[trainers]'")

import numpy as np
import torch
from ppo_river import GAME, OPTIONS, POINTS, Agent, Choose, Curve, broken, drawn
from torch import nn

from sampan.engine.errors import MoveError, SampanError
from sampan.envs.pettingzoo import raw_env

SEATS = "seats"  # TorchRL's name of the group that both seats are in
SEEN, MASK, MOVE = (SEATS, "observation", "observation"), (SEATS, "action_mask"), (SEATS, "action")
KEYS = {name: (SEATS, name) for name in ("advantage", "value_target", "reward", "done", "terminated")}
VALUE, LOG_PROB = (SEATS, "state_value"), (SEATS, "action_log_prob")


class Table(raw_env):
    """The PettingZoo table; TorchRL does not look at `infos`, so a move that is not allowed raises."""

    def step(self, action: Any) -> None:
        """Play a move of the seat to move."""
        super().step(action)
        for info in self.infos.values():
            if "illegal" in info:
                raise MoveError(info["illegal"])


def table(seed: int) -> PettingZooWrapper:
    """Both seats in one group, so that one network plays them; `mask` says whose move it is."""
    both = Table(GAME, OPTIONS, reward="gain")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PettingZoo in TorchRL is tested")
        env = PettingZooWrapper(
            both, use_mask=True, categorical_actions=True, group_map={SEATS: both.possible_agents}, done_on_any=False
        )
    env.set_seed(seed)
    return env


def modules(agent: Agent) -> tuple[ProbabilisticActor, ValueOperator]:
    """The agent's two halves as TorchRL wants them."""
    actor = ProbabilisticActor(
        TensorDictModule(agent.actor, [SEEN], [(SEATS, "logits")]),
        in_keys={"logits": (SEATS, "logits"), "mask": MASK}, out_keys=[MOVE],
        distribution_class=MaskedCategorical, return_log_prob=True, log_prob_key=LOG_PROB,
    )  # fmt: skip
    return actor, ValueOperator(agent.critic, [SEEN], [VALUE])


def decisions(played: TensorDictBase, judge: GAE) -> TensorDict:
    """What the seats that had to move saw, did and gained by it.

    Each seat has a view at every step and is judged there, so its next view is always its own. What one gains the
    other lags behind.
    """
    gain = played["next", SEATS, "reward"] / POINTS
    played["next", SEATS, "reward"] = gain - gain.flip(-2)
    with torch.no_grad():
        judge(played)
    made = played[SEATS][played[SEATS, "mask"]]
    return TensorDict({SEATS: made}, batch_size=made.batch_size)


def update(agent: Agent, loss: ClipPPOLoss, adam: torch.optim.Optimizer, made: TensorDict, minibatch: int) -> None:
    """PPO's clipped steps; if numbers stop being numbers, the agent is left as it was before."""
    before = {name: layer.clone() for name, layer in agent.state_dict().items()}
    for _ in range(4):
        for some in torch.randperm(len(made)).split(minibatch):
            parts = loss(made[some])
            total = parts["loss_objective"] + parts["loss_critic"] + parts["loss_entropy"]
            adam.zero_grad()
            total.backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            adam.step()
            if broken({"loss": total.detach(), **agent.state_dict()}):
                agent.load_state_dict(before)
                raise SampanError(
                    f"loss = {total.item()}: expected a number; what was learned before is kept; try a lower --rate"
                )


def choosing(agent: Agent) -> Choose:
    """The agent as a player of matches."""

    @torch.no_grad()
    def choose(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return drawn(agent.logits(torch.from_numpy(seen), torch.from_numpy(masks))).numpy()

    return choose


def learn(how: argparse.Namespace) -> None:
    """Play and learn in turn, with a match now and then; whatever stops it, what was learned is kept."""
    torch.manual_seed(how.seed)
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)  # `update` looks instead, and costs less
    agent = Agent()
    actor, critic = modules(agent)
    judge = GAE(gamma=1.0, lmbda=0.95, value_network=critic)
    loss = ClipPPOLoss(actor, critic, entropy_coeff=0.01, critic_coeff=0.5, normalize_advantage=True)
    judge.set_keys(**KEYS, value=VALUE)
    loss.set_keys(**KEYS, value=VALUE, action=MOVE, sample_log_prob=LOG_PROB)
    adam = torch.optim.Adam(loss.parameters(), lr=how.rate)
    rollouts = Collector(
        table(how.seed),
        actor,
        frames_per_batch=how.rollout,
        total_frames=how.steps,
        auto_register_policy_transforms=False,
    )
    curve, done = Curve(how.out, how.opponent, how.games), 0
    curve.measure(0, choosing(agent))
    try:
        for played in rollouts:
            update(agent, loss, adam, decisions(played, judge), how.minibatch)
            done += len(played)
            if done >= how.steps or done - curve.rows[-1][0] >= how.every:
                curve.measure(done, choosing(agent))
    finally:
        rollouts.shutdown()
        if done:
            torch.save(agent.state_dict(), how.out.with_suffix(".pt"))
            curve.keep()


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--steps", type=int, default=60_000, help="decisions to learn from")
    asked.add_argument("--rollout", type=int, default=2_000, help="decisions between two updates")
    asked.add_argument("--minibatch", type=int, default=250)
    asked.add_argument("--opponent", default="random", help="the bot it meets in matches")
    asked.add_argument("--games", type=int, default=200, help="games of each match")
    asked.add_argument("--every", type=int, default=20_000, help="decisions between two matches")
    asked.add_argument("--rate", type=float, default=1e-3, help="how fast it learns")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--out", type=Path, default=Path("torchrl-river"))
    try:
        learn(asked.parse_args())
    except SampanError as error:
        print(f"torchrl_river.py: {error}", file=sys.stderr)
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
