"""What every game's view is made of: a shape with exactly its keys, from which the page's types are written."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Shown(BaseModel):
    """A part of a view: no key less, no key more, nothing converted."""

    model_config = ConfigDict(extra="forbid", strict=True)
