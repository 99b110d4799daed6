"""What random play does not meet, with the cause; each reason that a position can give has a test that lays one out."""

from __future__ import annotations

# No position of a running game gives these: they are answers to somebody who asks after the end, or guard a rule.
NEVER = {
    "river": {
        "GAME_OVER": "looked at only while the game goes on",
        "ROW_EMPTY": "at the end trigger the row holds four tiles and at most three turns remain",
    },
    "feya": {
        "GAME_OVER": "looked at only while the game goes on",
        "NO_SPIRIT_LEFT": "four in the supply, one space for it, four rounds: the space is taken first",
        "NO_PLACE_FOR_SPIRIT": "needs a swamp more crowded than eighty settlements make it",
        "NO_PLACE_FOR_TILE": "needs a map without room for a starting settlement",
    },
}
# Rare enough that some thousand games may pass without them.
SELDOM = {
    "river": {
        "KOKU_FULL": "25 koku, which random play spends earlier",
        "REWARD_TAKEN": "a journey that ends twice in one turn",
        "MARKERS_FULL": "a building with two markers of one's own, met by a monk",
    },
    "feya": {"NO_TILE_LEFT": "a track built to its end, which takes nearly a whole game"},
}
