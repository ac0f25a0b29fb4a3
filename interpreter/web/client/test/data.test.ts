import assert from "node:assert/strict";
import { test } from "node:test";
import { dataOf } from "../src/parts/data";

test("an object has what the text gives it, and nothing of its own kind", () => {
  const data = dataOf<Record<string, unknown>[]>('[{"a": {"b": 1}}, {"__proto__": [{"c": 2}]}]');
  for (const name of ["constructor", "toString", "valueOf"]) {
    assert.equal(data[0]?.[name], undefined);
    assert.equal((data[0]?.a as Record<string, unknown>)[name], undefined);
  }
  assert.equal((data[0]?.a as Record<string, unknown>).b, 1);
  const [inner] = data[1]?.["__proto__"] as Record<string, unknown>[];
  assert.equal(inner?.c, 2);
  assert.equal(inner?.constructor, undefined);
});
