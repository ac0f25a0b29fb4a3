// Runs the tests in test/ under node.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const out = await mkdtemp(join(tmpdir(), "client-tests-"));
const tests = (await readdir("test")).filter((name) => name.endsWith(".test.ts"));
await build({
  entryPoints: tests.map((name) => join("test", name)),
  outdir: out,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  platform: "node",
  format: "esm",
  logLevel: "warning",
});
const files = tests.map((name) => join(out, name.replace(/ts$/, "mjs")));
process.exitCode = spawnSync(process.execPath, ["--test", ...files], { stdio: "inherit" }).status ?? 1;
