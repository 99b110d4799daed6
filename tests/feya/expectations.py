"""What the frame's tests must know of Feya's Swamp."""

from __future__ import annotations

from tests.shelf import Expectations

EXPECTED = Expectations(
    golden=(
        ({"players": 2, "board1": "normal"}, 3001),
        ({"players": 2, "board1": "advanced", "clan1": "salamander"}, 3005),
        ({"players": 3, "board1": "normal"}, 3003),
        ({"players": 3, "board2": "advanced", "clan2": "frog", "boat_at_island": "on"}, 3004),
        ({"players": 4, "board1": "normal"}, 3005),
        ({"players": 4, "board1": "advanced", "board2": "advanced", "board3": "advanced", "board4": "advanced"}, 3006),
    ),
    kit_games=1,
    watched_games=160,  # 4,480 in all
    watched_seed=0,
    card_kinds=frozenset({"guide", "use", "boat", "track", "special", "take", "swap"}),
    never_made=frozenset({"use:vp4", "use:vp5", "use:vp6", "use:vp7", "use:vp8"}),  # points at once: never held
    never={
        "GAME_OVER": "looked at only while the game goes on",
        "NO_SPIRIT_LEFT": "four in the supply, one space for it, four rounds: the space is taken first",
        "NO_PLACE_FOR_SPIRIT": "needs a swamp more crowded than eighty settlements make it",
        "NO_PLACE_FOR_TILE": "needs a map without room for a starting settlement",
    },
    seldom={"NO_TILE_LEFT": "a track built to its end, which takes nearly a whole game"},
    chance=False,
    rulings="D",
    uncited=frozenset({23, 24}),  # about the rulebooks' own examples, where both readings are legal
    compiled="outlook.py",
    edits={"view.py": False, "narrate.py": False, "terms.py": True},
    quarrel={"clan1": "frog", "clan2": "frog"},
    heavy=True,
)
