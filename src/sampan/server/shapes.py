"""What goes over the wire, as types: the page's own types are made from these."""

from __future__ import annotations

import re
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    RootModel,
    StrictBool,
    StrictInt,
    StrictStr,
    create_model,
)

from sampan import games
from sampan.engine import moves
from sampan.engine.origin import MOST as MOST_ORIGINS
from sampan.engine.record import DATE, MOST_NAMES

from .boards import Board, options_model, player_numbers
from .plaintext import PATTERN, plain_text

MOST_PLIES = 1_000_000
MOST_SEAT = 15
MOST_RECORDED = 4096  # moves of a record; the longest games have a tenth of it
DIGITS = re.compile("0|[1-9][0-9]{0,8}")


def whole(value: Any) -> Any:
    """A number without a fraction is a whole number, however it is written: 3.0 is 3."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def plain_digits(given: object) -> object:
    """A number in an address is written in the digits 0 to 9 and nothing else."""
    if isinstance(given, str) and not DIGITS.fullmatch(given):
        raise ValueError("expected a number in the digits 0 to 9")
    return given


InAddress = BeforeValidator(plain_digits)


def within(least: int, most: int) -> dict[str, Any]:
    """The range of a number in an address, also for the schema, where a validator would hide it."""
    return {"ge": least, "le": most, "json_schema_extra": {"minimum": least, "maximum": most}}


Plain = AfterValidator(plain_text)
PLAIN_TEXT = {"pattern": PATTERN}
Name = Annotated[StrictStr, Field(min_length=1, max_length=40, json_schema_extra=PLAIN_TEXT), Plain]
Words = Annotated[StrictStr, Field(min_length=1, max_length=500, json_schema_extra=PLAIN_TEXT), Plain]
GameName = Annotated[StrictStr, Field(max_length=20, json_schema_extra={"enum": [*games.names()]})]
Whole = BeforeValidator(whole)
BotName = Annotated[StrictStr, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_.:]{0,39}$", examples=["club", "search:0.5"])]
Token = Annotated[StrictStr, Field(pattern=r"^[A-Za-z0-9_-]{32}$")]
Key = Annotated[
    StrictStr | None,
    Field(
        pattern=r"^[A-Za-z0-9_-]{32}$",
        description="made by the client at random and kept secret: the same request with the same key may be repeated",
    ),
]
LinkKind = Literal["device", "recovery"]
Ply = Annotated[StrictInt, Field(ge=0, le=MOST_PLIES, description="the ply of the view this answers"), Whole]
SeatNumber = Annotated[StrictInt, Field(ge=0, le=MOST_SEAT), Whole]
OptionName = Annotated[StrictStr, Field(pattern="^[a-z0-9_]{1,20}$")]
ONE_WORD: dict[str, Any] = {"minimum": 0, "maximum": 2**64 - 1}
SEED = "^([0-9a-f]{32}|[0-9]{1,20})$"
MoveText = Annotated[StrictStr, Field(pattern=f"^{moves.TEXT}$", examples=["end"])]
MoveGiven = Annotated[
    Annotated[StrictInt, Field(ge=0, le=MOST_PLIES), Whole] | MoveText,
    Field(description="the number or the text of a move, as in the view's `legal`"),
]


class Asked(BaseModel):
    """A request: nothing unknown is let through."""

    model_config = ConfigDict(extra="forbid")


class SeatAsked(Asked):
    """A seat of a new table. The first `human` seat is the host's; others are kept for people with an invitation."""

    kind: Literal["human", "bot", "open"]
    name: Name | None = None
    bot: BotName | None = None


class NoPace(Asked):
    """No time limit."""

    kind: Literal["none"]
    amount: Annotated[StrictInt, Field(ge=0, le=86_400), Whole] = 0


class SoftPace(Asked):
    """A clock shows this many seconds; nothing happens when they run out."""

    kind: Literal["soft"]
    amount: Annotated[StrictInt, Field(ge=1, le=86_400), Whole]


class SecondsPace(Asked):
    """This many seconds per move; then a bot takes over."""

    kind: Literal["seconds"]
    amount: Annotated[StrictInt, Field(ge=5, le=86_400), Whole]


class MinutesPace(Asked):
    """This many minutes per player for the whole game, plus seconds for each turn; then a bot takes over."""

    kind: Literal["minutes"]
    amount: Annotated[StrictInt, Field(ge=1, le=600), Whole]
    increment: Annotated[StrictInt, Field(ge=0, le=600), Whole] = 0


class DaysPace(Asked):
    """This many days per move; then a bot takes over."""

    kind: Literal["days"]
    amount: Annotated[StrictInt, Field(ge=1, le=60), Whole]


Pace = Annotated[NoPace | SoftPace | SecondsPace | MinutesPace | DaysPace, Field(discriminator="kind")]


class OpenAny(Asked):
    """What a new table of any game is; each game adds its name, its options and how many seats it has."""

    game: str
    options: BaseModel
    seats: list[SeatAsked]
    listed: StrictBool = False
    seating: Annotated[
        Literal["given", "random"], Field(description="random: seats are drawn from the game's seed when it starts")
    ] = "given"
    auto_start: Annotated[StrictBool, Field(description="start as soon as every seat is filled")] = False
    watchers_chat: Annotated[StrictBool, Field(description="whether spectators can chat")] = False
    hints: Annotated[StrictBool, Field(description="whether players can ask for hints")] = True
    pace: Pace = NoPace(kind="none")
    seed: Annotated[
        StrictInt | None,
        Field(ge=0, le=2**53 - 1, description="a known deal, for lessons: never listed, and its seed is public"),
        Whole,
    ] = None
    key: Key = None
    box: Annotated[
        StrictStr | None, Field(pattern="^[0-9a-f]{16}$", description="the hash of another box than the game's own")
    ] = None


def opening_model(name: str) -> type[OpenAny]:
    """A new table of this game."""
    options, (fewest, most) = options_model(name), player_numbers(name)
    fields: dict[str, Any] = {
        "game": Literal[name],
        "options": (options, Field(default_factory=options)),
        "seats": Annotated[list[SeatAsked], Field(min_length=fewest, max_length=most)],
    }
    return create_model(f"Open{name.capitalize()}", __base__=OpenAny, __doc__=f"A new table of {name}.", **fields)


if TYPE_CHECKING:
    OpenOne = OpenAny
else:
    OpenOne = reduce(or_, (opening_model(name) for name in games.names()))


class OpenTable(RootModel[Annotated[OpenOne, Field(discriminator="game")]]):
    """A new table."""


class Join(Asked):
    """Take a seat; without a number, your own again or the first that is free."""

    name: Name | None = None
    seat: SeatNumber | None = None
    invite: Token | None = None
    key: Key = None


class MakeLink(Asked):
    """A link to your own seat: for another device (works once, for a few minutes), or to keep for recovery."""

    kind: LinkKind


class UseLink(Asked):
    link: Token
    key: Key = None


class BeAway(Asked):
    until: Annotated[
        Annotated[StrictInt, Field(ge=0, le=2**40), Whole] | None,
        Field(description="seconds since 1970; nothing if you are back"),
    ]


class Rename(Asked):
    name: Name


class Leave(Asked):
    """Leave the seat; a bot may play on."""

    bot: BotName | None = None


class SeatBot(Asked):
    bot: BotName


class PlayMove(Asked):
    ply: Ply
    move: MoveGiven


class AtPly(Asked):
    ply: Ply


class ProposeTakeback(Asked):
    ply: Ply
    back_to: Annotated[StrictInt, Field(ge=0, le=MOST_PLIES, description="how many moves would remain"), Whole]


class AnswerProposal(Asked):
    agree: StrictBool


class Say(Asked):
    """A chat message; a spectator gives a name with it."""

    text: Words
    name: Name | None = None


class Manners(Asked):
    """What the host may change later; what is left out stays as it is."""

    auto_start: StrictBool | None = None
    watchers_chat: StrictBool | None = None
    hints: StrictBool | None = None


class Report(Asked):
    """Something for the operator to look at: the name in a seat, or without one the table."""

    seat: SeatNumber | None = None
    words: Words | None = None


# ---------------------------------------------------------------- answers


class Message(BaseModel):
    """A sentence for people, as an id with arguments; the page has the words."""

    id: str
    args: dict[str, Any]


class Note(Message):
    """Something said or done at the table; a chat is `table_chat` with `text`."""

    number: int
    at: float


class LegalMove(Message):
    """A move that may be made now."""

    move: int
    text: str


class SeatView(BaseModel):
    seat: int
    kind: Literal["human", "bot", "open"]
    name: str
    bot: str | None
    taken: bool
    away: bool
    lapsed: Annotated[bool, Field(description="away without having left: time ran out, or nobody came back")]
    stands_in_for: Annotated[str | None, Field(description="who gets the seat back on return, where a friend plays on")]
    time_left: Annotated[float | None, Field(description="seconds for the rest of the game, while the clock is paused")]
    away_until: Annotated[float | None, Field(description="the clock is paused until then, as the player asked")]


class PaceView(BaseModel):
    kind: Literal["none", "soft", "seconds", "minutes", "days"]
    amount: int
    increment: Annotated[int, Field(description="seconds added per turn, besides minutes for the whole game")]


class TableHeading(BaseModel):
    """What a list of tables shows."""

    table: str
    game: str
    rules: int
    box: Annotated[str, Field(description="the hash of its box")]
    options: dict[str, int | str]
    listed: bool
    seating: Annotated[Literal["given", "random"], Field(description="whether seats are drawn when the game starts")]
    auto_start: Annotated[bool, Field(description="whether it starts as soon as every seat is filled")]
    watchers_chat: Annotated[bool, Field(description="whether spectators can chat")]
    hints: Annotated[bool, Field(description="whether players can ask for hints")]
    pace: PaceView
    status: Literal["open", "running", "over", "closed"]
    opened_at: float
    moved_at: float
    ply: Annotated[int, Field(description="entries in the log so far: what an answer must name")]
    seats: list[SeatView]


class ProposalView(BaseModel):
    """Something everybody who owns a seat is asked for: moves taken back, another bot, another game."""

    number: int
    kind: Literal["takeback", "bot", "rematch"]
    by: int
    back_to: Annotated[int | None, Field(description="how many moves would remain")]
    seat: Annotated[int | None, Field(description="where the bot would sit")]
    bot: str | None
    agreed: list[int]
    waiting: Annotated[list[int], Field(description="the seats that have yet to answer")]


class OwnLinks(BaseModel):
    """The links you have made to your own seat, and the devices it is open on."""

    device: Annotated[
        float | None, Field(description="until when the link for another device is valid, if there is one")
    ]
    recovery: Annotated[float | None, Field(description="when the recovery link was made, if there is one")]
    devices: Annotated[int, Field(description="other devices signed in to the seat")]


class OriginView(BaseModel):
    """Where a branch comes from."""

    table: Annotated[str | None, Field(description="null if it branched off from a record file")]
    at: Annotated[int, Field(description="after this many of its moves")]
    tried: Annotated[int, Field(description="and this many more, tried out from there")]
    known_to: Annotated[int | None, Field(description="the seat whose unknowns were drawn again, if any")]


class TableView(TableHeading):
    """The whole table as one viewer may see it."""

    version: Annotated[int, Field(description="grows with every change of anything at the table")]
    own_box: Annotated[bool, Field(description="whether its box is another than the one that comes with the game")]
    you: Annotated[int | None, Field(description="your seat; nothing for a spectator")]
    host: Annotated[bool, Field(description="you have the host's rights: as the host, or because the host has left")]
    left: Annotated[int | None, Field(description="the seat you have left and may take again with `join`")]
    links: Annotated[OwnLinks | None, Field(description="ways back to your seat; nothing for a spectator")]
    to_move: Annotated[int | None, Field(description="the seat that must decide")]
    since: float
    deadline: float | None
    seed_hash: Annotated[str, Field(description="SHA-256 of `salt:seed`, shown from the start")]
    seed: Annotated[str | None, Field(description="once the game is over; from the start where it was asked for")]
    salt: Annotated[str | None, Field(description="with the seed; empty where the seed was asked for")]
    moves: Annotated[int, Field(description="moves that count, after everything taken back")]
    board: Annotated[Board | None, Field(description="the game's own view, made from the hidden state")]
    legal: Annotated[list[LegalMove], Field(description="your moves, when the decision is yours")]
    changes: Annotated[list[Message], Field(description="what the last ply changed")]
    undo: Annotated[int | None, Field(description="moves that would remain after an undo, if you may")]
    restart: Annotated[int | None, Field(description="moves that would remain after restarting the turn, if you may")]
    scores: list[int]
    score_sheet: list[dict[str, int]]
    winners: list[int]
    tie: Annotated[
        list[int], Field(description="what decided between equal points, of every seat; empty where nothing had to")
    ]
    proposals: Annotated[list[ProposalView], Field(description="what is being asked for now")]
    next: Annotated[str | None, Field(description="the table of the next game, once somebody wants to play again")]
    origin: Annotated[OriginView | None, Field(description="the game it branched off from, if any")]
    notes: list[Note]


class Invitation(BaseModel):
    """Good for one person, once: `join` with it."""

    table: str
    seat: int
    invite: str


class SeatLink(BaseModel):
    """Opens your own seat on another device, with `links/use`."""

    table: str
    kind: LinkKind
    link: str
    until: Annotated[float | None, Field(description="when it expires; a recovery link is valid until another is made")]


class Opened(BaseModel):
    """A new table as its host sees it, with the invitations to the seats kept for others."""

    view: TableView
    invites: list[Invitation]


class DigestEntry(BaseModel):
    """One ply: a move with what it changed, or a taking back."""

    ply: int
    seat: int
    bot: bool
    at: float
    move: str | None
    back_to: int | None
    changes: list[Message]


class Digest(BaseModel):
    """What happened since a ply."""

    table: str
    since: int
    ply: int
    more: Annotated[bool, Field(description="whether there is more after the last entry")]
    entries: list[DigestEntry]


class Position(BaseModel):
    """A game after so many of its moves, as the viewer may know it."""

    game: str
    box: Annotated[str, Field(description="the hash of its box")]
    own_box: Annotated[bool, Field(description="whether its box is another than the one that comes with the game")]
    players: int
    at: int
    moves: Annotated[int, Field(description="how many there are to step through")]
    move: Annotated[str | None, Field(description="the one that led here")]
    seat: Annotated[int | None, Field(description="who made it")]
    to_move: int | None
    board: Board
    changes: list[Message]
    scores: list[int]
    score_sheet: list[dict[str, int]]
    winners: list[int]
    tie: Annotated[
        list[int], Field(description="what decided between equal points, of every seat; empty where nothing had to")
    ]


class OriginGiven(BaseModel):
    """A game that a branch left."""

    seed: Annotated[StrictInt, Field(json_schema_extra=ONE_WORD), Whole] | Annotated[StrictStr, Field(pattern=SEED)]
    moves: Annotated[list[MoveText], Field(max_length=MOST_RECORDED)]
    marks: Annotated[StrictStr, Field(pattern="^([0-9a-f]{4})*$", max_length=4 * MOST_RECORDED)]
    known_to: SeatNumber | None = None
    table: Annotated[StrictStr, Field(pattern="^[A-Za-z0-9_-]{12}$")] | None = None


class RecordGiven(BaseModel):
    """A record file of a game that is over, or was when it was saved."""

    sampan: Literal[1, 2]
    game: GameName
    rules: Annotated[StrictInt, Field(ge=0, le=MOST_PLIES), Whole]
    box: Annotated[StrictStr, Field(pattern="^[0-9a-f]{1,64}$")]
    options: Annotated[
        dict[OptionName, Annotated[StrictInt, Whole] | OptionName],
        Field(max_length=20, json_schema_extra={"additionalProperties": False}),
    ]
    seed: Annotated[StrictInt, Field(json_schema_extra=ONE_WORD), Whole] | Annotated[StrictStr, Field(pattern=SEED)]
    moves: Annotated[list[MoveText], Field(max_length=MOST_RECORDED)]
    marks: Annotated[StrictStr, Field(pattern="^([0-9a-f]{4})*$", max_length=4 * MOST_RECORDED)]
    over: StrictBool
    scores: Annotated[list[Annotated[StrictInt, Field(ge=-MOST_PLIES, le=MOST_PLIES), Whole]], Field(max_length=16)]
    seed_hash: Annotated[StrictStr, Field(pattern="^[0-9a-f]{64}$")] | None = None
    salt: Annotated[StrictStr, Field(pattern="^[0-9a-f]{0,64}$")] | None = None
    takebacks: Annotated[StrictInt, Field(ge=0, le=MOST_PLIES), Whole] | None = None
    seating: Annotated[list[SeatNumber], Field(max_length=MOST_SEAT + 1)] | None = None
    names: Annotated[list[Name], Field(max_length=MOST_NAMES)] | None = None
    date: Annotated[StrictStr, Field(pattern=f"^{DATE.pattern}$")] | None = None
    printed: Annotated[
        dict[str, Any] | None, Field(description="the box, where it is not the one that comes with the game")
    ] = None
    origins: Annotated[list[OriginGiven], Field(max_length=MOST_ORIGINS)] | None = None


class Decisions(BaseModel):
    """After how many moves each seat had something to decide; in a running game, only your own seat."""

    decisions: list[list[int]]


class Gain(BaseModel):
    """What a move would bring, as far as its maker can know, and whether it could be undone."""

    text: str
    changes: list[Message]
    final: Annotated[bool, Field(description="it reveals something hidden, so it can't be undone")]


class Gains(BaseModel):
    """What each of your moves would bring."""

    ply: int
    gains: list[Gain]


class Reason(BaseModel):
    """Points by which a move differs from others, by where they come from; `rivals` are what the others come to."""

    source: str
    points: float


class Advised(BaseModel):
    """One of the best moves, and what it may come to."""

    text: str
    says: Message
    share: Annotated[float, Field(description="the share of the search's visits that went to this move")]
    win: Annotated[float, Field(description="the chance to win, from 0 to 1")]
    points: Annotated[float, Field(description="expected at the end")]
    sources: Annotated[dict[str, float], Field(description="the same points by where they come from")]
    rivals: Annotated[list[float], Field(description="what every seat may expect, yours included")]
    reasons: Annotated[list[Reason], Field(description="where it differs from the others by more than chance explains")]


class Hint(BaseModel):
    """What the search would do in your place: the likeliest to win first."""

    ply: int
    moves: list[Advised]


class RecordOrigin(BaseModel):
    """A game that a branch left; its seed and checksums come once none of the games is secret anymore."""

    seed: int | str | None = None
    moves: list[str]
    marks: str | None = None
    known_to: Annotated[int | None, Field(description="the seat whose unknowns were drawn again")]
    table: str | None = None


class GameRecord(BaseModel):
    """A record. Seed and checksums come with the end of the game: before it they would tell what is hidden."""

    sampan: int
    game: str
    rules: int
    box: str
    options: dict[str, int | str]
    seed: Annotated[int | str | None, Field(description="a long one is 32 hexadecimal digits")] = None
    moves: list[str]
    marks: str | None = None
    over: bool
    scores: list[int]
    seed_hash: str
    salt: str | None = None
    takebacks: Annotated[int | None, Field(description="how often others' moves were taken back")] = None
    seating: Annotated[list[int] | None, Field(description="where seats were drawn: who got each of them")] = None
    names: Annotated[list[str] | None, Field(description="of the players, seat by seat; nothing proves them")] = None
    date: Annotated[str | None, Field(description="when it was last played, by UTC")] = None
    printed: Annotated[dict[str, Any] | None, Field(description="the tables of the box it was played with")] = None
    origins: Annotated[list[RecordOrigin] | None, Field(description="the games that a branch left")] = None


class OptionView(BaseModel):
    name: str
    seat: Annotated[int | None, Field(description="whose it is, where it is about one seat")]
    values: list[int | str]


class BoxHeading(BaseModel):
    """A box that the server's owner offers."""

    box: str
    name: str
    stand_ins: bool


class GameView(BaseModel):
    """A game that can be played here."""

    game: str
    title: str
    credits: str
    rules: int
    box: str
    board: Annotated[str | None, Field(description="where the game's own prebuilt board is")]
    help: Annotated[bool, Field(description="whether it has rules for players")]
    lesson: Annotated[bool, Field(description="whether it has a tutorial")]
    statistics: Annotated[bool, Field(description="whether it has statistics of many games")]
    puzzles: Annotated[int, Field(description="how many puzzles it has")]
    stand_ins: Annotated[bool, Field(description="whether its box holds figures that are not the printed ones")]
    boxes: Annotated[list[BoxHeading], Field(description="other boxes that this server offers")]
    options: list[OptionView]


class Problem(BaseModel):
    """Every refusal: a stable code, one line of English, sometimes the rule's reason and the table as it is now."""

    code: str
    detail: str
    reason: Message | None = None
    view: TableView | None = None
