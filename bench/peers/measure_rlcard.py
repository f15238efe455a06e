"""RLCard's card games, played by its own random agents."""

from importlib.metadata import version

import rlcard
from rlcard.agents import RandomAgent

from bench.peers.timing import Row, progress, rates, report, row

GAMES = ("leduc-holdem", "limit-holdem", "uno", "bridge", "gin-rummy", "mahjong", "doudizhu")


def play(name: str) -> Row:
    env = rlcard.make(name, config={"seed": 1})
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])

    def run() -> int:
        before = env.timestep
        env.run(is_training=False)
        return int(env.timestep - before)

    return row("play", "RLCard", name, "its own loop, random agents", "decisions", rates(run))


def main() -> None:
    rows = []
    for name in GAMES:
        progress(f"RLCard: {name}")
        rows.append(play(name))
    report(rows, {"rlcard": version("rlcard")})


if __name__ == "__main__":
    main()
