"""Checks data against the part of JSON Schema that the protocol of the page uses."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "page-protocol.schema.json").read_text("utf-8")
)
KNOWN = {
    "$ref", "type", "const", "enum", "anyOf", "properties", "required", "additionalProperties",
    "items", "minimum", "pattern",
}  # fmt: skip
TYPES: dict[str, Any] = {
    "string": str, "object": dict, "array": list, "boolean": bool, "null": type(None),
    "integer": int, "number": (int, float),
}  # fmt: skip


def faults(data: Any, schema: Any, place: str = "") -> list[str]:
    """What is wrong with data; nothing if it is as the schema says."""
    assert set(schema) <= KNOWN, f"the tests cannot check {set(schema) - KNOWN}"
    if "$ref" in schema:
        return faults(data, SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]], place)
    if "const" in schema and data != schema["const"]:
        return [f"{place}: {data!r} is not {schema['const']!r}"]
    if "enum" in schema and data not in schema["enum"]:
        return [f"{place}: {data!r} is not in {schema['enum']}"]
    if "anyOf" in schema:
        return any_of(data, schema["anyOf"], place)
    if "type" in schema and not is_of(data, schema["type"]):
        return [f"{place}: {data!r} is no {schema['type']}"]
    if "minimum" in schema and data is not None and data < schema["minimum"]:
        return [f"{place}: {data!r} is too small"]
    if "pattern" in schema and not re.search(schema["pattern"], data):
        return [f"{place}: {data!r} is not like {schema['pattern']}"]
    found: list[str] = []
    if isinstance(data, dict):
        found += of_object(data, schema, place)
    if isinstance(data, list) and "items" in schema:
        for number, item in enumerate(data):
            found += faults(item, schema["items"], f"{place}[{number}]")
    return found


def any_of(data: Any, schemas: list[Any], place: str) -> list[str]:
    """The faults by the schema that comes nearest; nothing if one fits."""
    return min((faults(data, schema, place) for schema in schemas), key=len)


def is_of(data: Any, types: str | list[str]) -> bool:
    """Whether data has one of the types; a flag is no number."""
    names = [types] if isinstance(types, str) else types
    return any(
        isinstance(data, TYPES[name]) and (name == "boolean" or not isinstance(data, bool))
        for name in names
    )


def of_object(data: dict[str, Any], schema: Any, place: str) -> list[str]:
    """The faults of an object."""
    known = schema.get("properties", {})
    missing = [name for name in schema.get("required", ()) if name not in data]
    found = [f"{place}: `{name}` is missing" for name in missing]
    for name, value in data.items():
        if name in known:
            found += faults(value, known[name], f"{place}.{name}")
            continue
        more = schema.get("additionalProperties", True)
        if more is False:
            found.append(f"{place}: `{name}` is not known")
        elif isinstance(more, dict):
            found += faults(value, more, f"{place}.{name}")
    return found


def check(data: Any, name: str) -> None:
    """Fail unless data is as the definition of a name says."""
    wrong = faults(data, {"$ref": f"#/$defs/{name}"}, name)
    assert not wrong, "\n".join(wrong[:10])
