"""The addresses of boxes: what is wrong with one, how it differs, keeping it, finding it by its hash."""

from __future__ import annotations

from itertools import islice
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, StrictStr
from starlette.convertors import StringConvertor, register_url_convertor

from sampan.boxes.checking import MOST_DIFFERENCES, Checked, differences, name_of, shipped, stand_ins
from sampan.engine.box import dotted
from sampan.engine.faults import Fault

from . import shapes
from .packed import public_json
from .services import ServicesDep, may_say


class HashConvertor(StringConvertor):
    """What can be the hash of a box: no other address below is meant by it."""

    regex = "[0-9a-f]{16}"


register_url_convertor("boxhash", HashConvertor())
router = APIRouter(prefix="/api/boxes", tags=["boxes"])
BoxHash = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]


class BoxGiven(shapes.Asked):
    """A box, as the text of a file or as its tables."""

    game: Annotated[
        shapes.GameName | None, Field(description="whose box it is; without one, the game it looks like")
    ] = None
    toml: StrictStr | None = None
    tables: Annotated[dict[str, Any] | None, Field(description="the tables of the file as JSON")] = None

    @property
    def given(self) -> str | dict[str, Any]:
        """Whichever it is; where both are given, the tables."""
        return self.tables if self.tables is not None else self.toml or ""


class FaultView(BaseModel):
    """Something wrong with a box."""

    at: Annotated[str, Field(description="the field; empty where it is none in particular")]
    says: Annotated[str, Field(description="one line in English: the field, what was found, what is expected")]
    message: shapes.Message


class DifferenceView(BaseModel):
    """A field that is not as in the shipped box."""

    at: str
    shipped: Any
    here: Any


class CheckedBox(BaseModel):
    """A box as it was looked through."""

    game: Annotated[str, Field(description="empty where it looks like none")]
    box: Annotated[str | None, Field(description="its hash, where nothing is wrong")]
    name: str
    stand_ins: Annotated[bool, Field(description="whether some of its figures are marked as stand-ins")]
    faults: list[FaultView]
    differences: list[DifferenceView]
    tables: dict[str, Any]
    toml: Annotated[str, Field(description="the same as a file")]


class KeptBox(BaseModel):
    """A box that is kept here."""

    game: str
    box: str
    name: str
    stand_ins: bool


class BoxView(KeptBox):
    """The same with all that is printed."""

    tables: dict[str, Any]


def as_sent(found: Checked) -> dict[str, Any]:
    """What is wrong with a box and how it differs; takes a while for a large one."""
    usual = shipped(found.game) if found.game else {}
    differing = islice(differences(usual, found.tables), MOST_DIFFERENCES) if found.game else ()
    return {
        "game": found.game,
        "box": found.box.hash if found.box is not None else None,
        "name": name_of(found.tables),
        "stand_ins": stand_ins(found.tables),
        "faults": [told(fault) for fault in found.faults],
        "differences": [{"at": dotted(place), "shipped": was, "here": now} for place, was, now in differing],
        "tables": found.tables,
        "toml": found.toml,
    }


def told(fault: Fault) -> dict[str, Any]:
    """A fault as it is sent."""
    name, args = fault.message
    return {"at": fault.at, "says": fault.says, "message": {"id": name, "args": args}}


@router.post("/check", response_model=CheckedBox, responses=may_say("unknown_game", "bad_box"))
async def check_box(request: Request, asked: BoxGiven, services: ServicesDep) -> Response:
    """Everything that is wrong with a box, and how it differs from the shipped one; nothing is kept."""
    found = await services.boxes.check(request, asked.given, asked.game or "")
    return Response(orjson.dumps(as_sent(found)), media_type="application/json")


@router.post(
    "", status_code=201, response_model=KeptBox, responses=may_say("unknown_game", "bad_box", "too_many_boxes")
)
async def keep_box(request: Request, asked: BoxGiven, services: ServicesDep) -> dict[str, Any]:
    """Keep a box by its hash. One that is new here is first played in random games with checks of bounds."""
    row = await services.boxes.keep(request, asked.given, asked.game or "")
    return {"game": row.game, **row.heading()}


@router.get("/{box:boxhash}", response_model=BoxView, responses=may_say("no_box"))
async def see_box(request: Request, box: BoxHash, services: ServicesDep) -> Response:
    """A box by its hash."""
    row = await services.boxes.find(box)
    return public_json(request, orjson.dumps({"game": row.game, **row.heading(), "tables": row.tables}))
