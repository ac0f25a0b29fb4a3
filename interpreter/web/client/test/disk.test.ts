// Files that others write while they are in the workbench.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Disk } from "../src/workbench/files/disk";

test("a file that others changed is told from one that was read, saved or removed", () => {
  const disk = new Disk();
  disk.read("one");
  assert.equal(disk.tell("one"), false);
  assert.equal(disk.isOther, false);
  assert.equal(disk.tell("two"), true);
  assert.deepEqual([disk.isOther, disk.base, disk.other], [true, "one", "two"]);
  disk.read("three");
  assert.deepEqual([disk.isOther, disk.base], [false, "three"]);
  disk.tell(null);
  assert.equal(disk.isOther, false);
});

test("work that comes back is held against the file that it began with", () => {
  const disk = new Disk();
  disk.read("two");
  disk.restore("one");
  assert.deepEqual([disk.isOther, disk.base, disk.other], [true, "one", "two"]);
  disk.revert();
  assert.equal(disk.isOther, false);
});
