"""The games' own parts of what is sent, as types: a board from the game's `shown.py`, a box from its `shape.py`, and
the options of a new table from what the game declares.
"""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from importlib.util import find_spec
from operator import or_
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, RootModel, create_model

from sampan import games
from sampan.engine import box


def schema_of(shape: box.Shape) -> dict[str, Any]:
    """The shape of a box file as JSON Schema."""
    match shape:
        case box.Int():
            return {"type": "integer", "minimum": shape.least, "maximum": shape.most}
        case box.Text():
            return {"type": "string", **({"enum": list(shape.choices)} if shape.choices else {})}
        case box.Marks():
            word = {"type": "string", "enum": list(shape.choices)}
            return {"anyOf": [word, {"type": "object", "additionalProperties": word}]}
        case box.Flag():
            return {"type": "boolean"}
        case box.List():
            return {"type": "array", "items": schema_of(shape.item), "minItems": shape.least, "maxItems": shape.most}
        case box.Amounts():
            return schema_of(shape.table)
        case box.Table():
            return {
                "type": "object",
                "properties": {key: schema_of(of) for key, of in shape.keys.items()},
                "required": [key for key in shape.keys if key not in shape.optional],
                "additionalProperties": False,
            }
    raise TypeError(f"{shape!r}: expected a shape of a box file")


class AnyView(RootModel[dict[str, Any]]):
    """The view of a game that declares no type for it."""


def declared(name: str, module: str, what: str) -> Any:
    """What a game's package declares in one of its modules; None where there is no such module."""
    path = f"{games.definition(name).package}.{module}"
    return getattr(import_module(path), what) if find_spec(path) else None


def view_model(name: str) -> type[BaseModel]:
    """The type of a game's view."""
    found: type[BaseModel] = declared(name, "shown", "View") or AnyView
    return found


def box_model(name: str) -> type[BaseModel]:
    """The type of a game's printed box."""
    shape = declared(name, "shape", "SHAPE")
    schema = schema_of(shape) if shape else {"type": "object"}

    class Printed(RootModel[dict[str, Any]]):
        @classmethod
        def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
            return {**schema, "description": f"Everything printed in the box of {name}."}

    return type(f"{name.capitalize()}Box", (Printed,), {"__module__": __name__})


def options_model(name: str) -> type[BaseModel]:
    """The type of the options a game is opened with: each may be left out, and has one of its declared values."""
    values = {option.name: option.values for option in games.definition(name).options}
    fields: dict[str, Any] = {option: (Literal[given], given[0]) for option, given in values.items()}  # type: ignore[valid-type]
    return create_model(f"{name.capitalize()}Options", __config__=ConfigDict(extra="forbid"), **fields)


def player_numbers(name: str) -> tuple[int, int]:
    """The fewest and the most who can play a game."""
    players = next(option.values for option in games.definition(name).options if option.name == "players")
    return min(map(int, players)), max(map(int, players))


if TYPE_CHECKING:
    Board = dict[str, Any]
    PrintedBox = dict[str, Any]
else:
    Board = reduce(or_, (view_model(name) for name in games.names()))
    PrintedBox = reduce(or_, (box_model(name) for name in games.names()))
