"""The API's own description, where FastAPI's needs a correction; and which methods an address has."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from fastapi import FastAPI

FIRST = {"table_id": "$response.body#/view/table", "seat": 1, "number": 1, "at": 0}  # what a new table may be asked


def correct(app: FastAPI) -> None:
    """Let the schema say that a seat's cookie may be missing (whoever has none watches), and where tables lead."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        schema = made()
        for operation in operations(schema):
            if "security" in operation and {} not in operation["security"]:
                operation["security"].append({})
        schema["paths"]["/api/tables"]["post"]["responses"]["201"]["links"] = links_of(schema)
        return schema

    app.openapi = openapi  # type: ignore[method-assign]


def links_of(schema: dict[str, Any]) -> dict[str, Any]:
    """From a new table to everything that can be done at it."""
    about_tables = [methods for path, methods in schema["paths"].items() if "{table_id}" in path]
    found = {one["operationId"]: one for methods in about_tables for one in methods.values()}
    return {name: {"operationId": name, "parameters": first(operation)} for name, operation in found.items()}


def first(operation: dict[str, Any]) -> dict[str, Any]:
    """The parameters of a request about a new table."""
    return {given["name"]: FIRST[given["name"]] for given in operation["parameters"] if given["name"] in FIRST}


def operations(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Every request of the API."""
    return [operation for methods in schema["paths"].values() for operation in methods.values()]


def methods_of(app: FastAPI, path: str) -> str:
    """The methods of an address of the API, as an Allow header says them; nothing for other addresses."""
    meant = [(address.pattern == path, methods) for address, methods in patterns(app) if address.fullmatch(path)]
    written_out = any(exactly for exactly, _ in meant)  # it is no other's placeholder then
    found = {method for exactly, methods in meant if exactly or not written_out for method in methods}
    return ", ".join(sorted(found))


@cache
def patterns(app: FastAPI) -> list[tuple[re.Pattern[str], list[str]]]:
    """Every address of the API with its methods."""
    paths = app.openapi()["paths"].items()
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), [name.upper() for name in methods]) for path, methods in paths
    ]
