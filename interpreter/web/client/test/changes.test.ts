// Differences as the workbench writes them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { signed } from "../src/workbench/panels/changes";

test("what is written as zero has no sign", () => {
  assert.deepEqual(["-0.0 %", "-0.00", "-0.1 %", "2.5 %"].map(signed), ["0.0 %", "0.00", "−0.1 %", "2.5 %"]);
});
