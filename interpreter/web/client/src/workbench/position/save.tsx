// A position taken away: as JSON, as a test in Python, or as the set-up of the rules.
import { useEffect, useState } from "preact/hooks";
import { keepSetUp } from "../../parts/memory";
import { useShown } from "../../parts/use-shown";
import { go } from "../../router";
import type { Bench } from "../store";
import { Said } from "../../parts/said";

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function SavePosition({ bench }: { bench: Bench }) {
  const [setUp, setSetUp] = useState<string | null | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const stem = bench.name.replace(/^.*\//, "").replace(/\.ya?ml$/, "");
  const word = stem.replace(/\W+/g, "_");
  useEffect(() => setSetUp(undefined), [bench.match.position]); // it is of the position before
  const isShown = useShown();
  const take = async (what: "json" | "test" | "setup") => {
    const found = await bench.written();
    if (!found) return;
    if (what === "json") download(`${stem}-position.json`, `${JSON.stringify(found.state, null, 1)}\n`);
    else if (what === "test") download(`test_${word}_position.py`, found.test);
    else setSetUp(found.setup);
  };
  const playAtTable = async () => {
    const found = await bench.written();
    if (!found || bench.file === null) return;
    const { game: _game, options, ...start } = found.state;
    if (keepSetUp(bench.file, { start, options, board: found.board })) {
      if (isShown()) go(`/games/${bench.file}`);
    } else setProblem("This browser has no room to keep the position.");
  };
  const reason = bench.isDirty || bench.file === null ? "Save the rules first: a table plays what is saved"
    : bench.match.moves === null ? "Where things are hidden, a match begins at the start of the game" : null;
  return (
    <div class="wb-save">
      <div class="wb-row" role="group" aria-label="Take the position away">
        <button type="button" onClick={() => void take("json")}>Save as JSON</button>
        <button type="button" onClick={() => void take("test")}>Save as a test</button>
        <button type="button" onClick={() => void take("setup")}>As a set-up in the rules</button>
        <button type="button" disabled={reason !== null} title={reason ?? ""} onClick={() => void playAtTable()}>Play it at a table</button>
      </div>
      {problem !== null && <p class="wb-problem" role="alert"><Said text={problem} /></p>}
      {setUp === null && <p class="wb-faint" role="status">This position cannot be said as statements of a set-up.</p>}
      {typeof setUp === "string" && (
        <label class="wb-text">
          <span>Put this into the rules, or choose “Save as a variant” and tick “begin with this position”:</span>
          <textarea readOnly rows={Math.min(setUp.split("\n").length, 8)} value={setUp} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
    </div>
  );
}
