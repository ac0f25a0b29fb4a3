// A position taken away: as JSON, as a test in Python, or as the set-up of the rules.
import { useState } from "preact/hooks";
import type { Bench } from "../store";

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function SavePosition({ bench }: { bench: Bench }) {
  const [setUp, setSetUp] = useState<string | null | undefined>(undefined);
  const stem = bench.name.replace(/^.*\//, "").replace(/\.ya?ml$/, "");
  const word = stem.replace(/\W+/g, "_");
  const take = async (what: "json" | "test" | "setup") => {
    const found = await bench.written();
    if (!found) return;
    if (what === "json") download(`${stem}-position.json`, `${JSON.stringify(found.state, null, 1)}\n`);
    else if (what === "test") download(`test_${word}_position.py`, found.test);
    else setSetUp(found.setup);
  };
  return (
    <div class="wb-save">
      <div class="wb-row" role="group" aria-label="Take the position away">
        <button type="button" onClick={() => void take("json")}>Save as JSON</button>
        <button type="button" onClick={() => void take("test")}>Save as a test</button>
        <button type="button" onClick={() => void take("setup")}>As a set-up in the rules</button>
      </div>
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
