// Builds src/ into ../static: hashed file names, and an index.html that names them.
// `--watch` rebuilds at every change; `--out DIR` writes elsewhere (the test compares bytes).
import { build, context } from "esbuild";
import { existsSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const argument = process.argv.indexOf("--out");
const out = argument < 0 ? resolve(here, "../static") : resolve(process.argv[argument + 1]);

const shared = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};

/** The page: ES modules, split so that the workbench is loaded only where it is opened. */
const page = {
  ...shared,
  entryPoints: { main: "src/main.tsx" },
  outdir: out,
  format: "esm",
  splitting: true,
  publicPath: "/static/",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
};

/** What `gdl export --html` puts into one file: a script and a style sheet without modules. */
const taken = {
  ...shared,
  entryPoints: { export: "src/export/main.tsx" },
  outdir: out,
  format: "iife",
  entryNames: "[name]",
};

async function writeIndex(result) {
  const outputs = Object.entries(result.metafile.outputs);
  const entry = outputs.find(([, output]) => output.entryPoint === "src/main.tsx");
  const page = (await readFile(join(here, "src/index.html"), "utf8"))
    .replace("{script}", `/static/${basename(entry[0])}`)
    .replace("{style}", `/static/${basename(entry[1].cssBundle)}`);
  await writeFile(join(out, "index.html"), page);
}

async function clear() {
  await mkdir(out, { recursive: true });
  for (const name of await readdir(out)) {
    if (/\.(js|css|html|wasm)$/.test(name)) await rm(join(out, name));
  }
}

await clear();
if (process.argv.includes("--watch")) {
  const index = {
    name: "index",
    setup: (it) => it.onEnd((result) => (result.metafile ? writeIndex(result) : undefined)),
  };
  await (await context({ ...page, plugins: [index] })).watch();
} else {
  await writeIndex(await build(page));
  if (existsSync(join(here, taken.entryPoints.export))) await build(taken);
}
