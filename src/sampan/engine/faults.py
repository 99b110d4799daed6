"""What is wrong with a box, as messages: the command line says them in English, the page in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .errors import BoxError
from .messages import Message, Sentence, catalogue, form_of

BOXES = Path(__file__).parent.parent / "boxes"  # has the sentences that are no single game's
MOST_SHOWN, MOST_LEVELS, LONGEST_SHOWN = 8, 1, 56  # entries of a list or table, one within another; letters of a text
JOINTS = {"box_wrong": " = ", "box_missing": " is ", "box_entries": " has "}  # after the field; else a colon


@dataclass(frozen=True)
class Fault:
    """Something wrong: the field, what was found and what is expected there; `says` is the whole as an English line."""

    at: str
    message: Message
    says: str = ""


class Wrong(Exception):
    """What is wrong with a box, before its file's name is known; a plain line does where nobody translates."""

    def __init__(self, *faults: Fault | str) -> None:
        self.faults = [Fault("", (fault, {})) if isinstance(fault, str) else fault for fault in faults]
        super().__init__("; ".join(told.says for told in tell(self.faults)))


def wrong(at: str, value: Any, expected: str, **args: Any) -> Wrong:
    """A value that is not what is expected: a message, or a plain phrase."""
    return Wrong(Fault(at, ("box_wrong", {"value": readable(value), "expected": inner(expected, args)})))


def readable(value: Any, deep: int = 0) -> Any:
    """A value as a person reads it: a message, or several of them; never as a programming language writes it."""
    if value is None or value in ("", [], {}):
        return inner("box_empty", {})
    match value:
        case bool():
            return inner("box_true" if value else "box_false", {})
        case str():
            shown = value if len(value) <= LONGEST_SHOWN else value[: LONGEST_SHOWN - 1] + "…"
            return inner("box_quoted", {"text": shown})
        case list() | dict() if deep > MOST_LEVELS:
            return "…"
        case list():
            return shortened([readable(entry, deep + 1) for entry in value[: MOST_SHOWN + 1]])
        case dict():
            pairs = [*value.items()][: MOST_SHOWN + 1]
            return shortened([inner("box_pair", {"key": key, "value": readable(of, deep + 1)}) for key, of in pairs])
    return str(value)[:LONGEST_SHOWN]


def shortened(entries: list[Any]) -> list[Any]:
    """The first of these."""
    return entries if len(entries) <= MOST_SHOWN else [*entries[:MOST_SHOWN], "…"]


def unfit(at: str, message: str, **args: Any) -> Wrong:
    """Something that no single value shows: a message that says it whole."""
    return Wrong(Fault(at, (message, args)))


def inner(name: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """A message inside a message."""
    return {"id": name, "args": dict(args)}


def tell(faults: Iterable[Fault], folder: Path | None = None) -> list[Fault]:
    """The same with their English lines, in the words of the game in this folder."""
    sentences = dict(catalogue(BOXES))
    if folder is not None and (folder / "messages" / "en.json").exists():
        sentences |= catalogue(folder)
    return [replace(fault, says=line(fault, sentences)) for fault in faults]


def line(fault: Fault, sentences: Mapping[str, Sentence]) -> str:
    """A fault on one line."""
    joint = JOINTS.get(fault.message[0], ": ") if fault.at else ""
    return f"{fault.at}{joint}{said(fault.message, sentences)}"


def said(message: Message, sentences: Mapping[str, Sentence]) -> str:
    """A message in English, with figures and names as they stand in the file; what is none shows as itself."""
    name, args = message
    if name not in sentences:
        return name
    return form_of(sentences[name], args, "en").format_map({key: put(value, sentences) for key, value in args.items()})


def put(value: Any, sentences: Mapping[str, Sentence]) -> str:
    """An argument in English."""
    if isinstance(value, list):
        return ", ".join(put(entry, sentences) for entry in value)
    return said((value["id"], value["args"]), sentences) if isinstance(value, dict) else str(value)


def refusal(message: str, *, before: str = "", **args: Any) -> BoxError:
    """An error about a box as a whole; `before` is the file, where there is one."""
    fault = tell([Fault("", (message, args))])[0]
    return BoxError(f"{before}{fault.says}", [fault])
