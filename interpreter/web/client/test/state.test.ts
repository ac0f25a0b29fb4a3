// What an exported page reads from the bytes of a state.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Legend } from "../src/export/legend";
import { Reader } from "../src/export/state";

const listing = (listed: boolean) => {
  const stored = {
    name: "found", label: "found", field: "v_found", meaning: { is: "number" as const },
    keys: [["1"], ["2"], ["3"]], listed, drawn: null,
  };
  const legend = { fields: { v_found: ["uint8_t", 0, 3] }, stored: [stored] } as unknown as Legend;
  return new Reader(legend, [0]).values(new DataView(new Uint8Array([7, 0, 9]).buffer));
};

test("the entries of a value are those of its indices where the legend lists them, else they are a text alone", () => {
  const entries = [{ index: ["1"], text: "7" }, { index: ["2"], text: "0" }, { index: ["3"], text: "9" }];
  assert.deepEqual(listing(true), [{ name: "found", label: "found", text: "1 7, 2 0, 3 9", entries }]);
  assert.deepEqual(listing(false).map((value) => "entries" in value), [false]);
});
