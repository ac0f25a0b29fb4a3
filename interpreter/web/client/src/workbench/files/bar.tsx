// The file that is being written: opened, saved, saved as a variant.
import { useLayoutEffect, useState } from "preact/hooks";
import { useStore } from "../../parts/store";
import type { Bench } from "../store";
import { Elsewhere, InOtherTab } from "./elsewhere";
import { OpenDialog } from "./open";
import { SaveDialog } from "./save";

const SAVED = "Saved.";

type Asked = "open" | "save" | "variant" | null;

interface FileBarProperties {
  bench: Bench;
  onOpen: (file: string | null) => void;
}

export function FileBar({ bench, onOpen }: FileBarProperties) {
  useStore(bench);
  const [asked, setAsked] = useState<Asked>(null);
  const [told, setTold] = useState<string | null>(null);
  const canOverwrite = bench.file !== null && !bench.isBundled;

  const save = async (isMine = false) => {
    if (!canOverwrite) {
      setAsked("save");
      return;
    }
    const { file, code, why } = await bench.saveHere(isMine);
    const isAsked = code === "changed" && bench.isConnected; // the page says why, and asks
    setTold(file !== null ? SAVED : isAsked ? "Not saved." : `Not saved: ${why}`);
  };
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      void save();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });

  return (
    <header class="wb-bar">
      <h1 class="wb-file">
        <span class="wb-name">{bench.name}</span>
        {bench.isDirty && <span class="wb-dirty" title="not saved"> ●<span class="wb-hidden"> not saved</span></span>}
        {bench.isBundled && <span class="wb-faint"> bundled</span>}
      </h1>
      <div class="wb-row">
        <button type="button" onClick={() => setAsked("open")}>Open …</button>
        <button type="button" class={bench.isDirty ? "wb-main" : ""} onClick={() => void save()}>{canOverwrite ? "Save" : "Save as …"}</button>
        {bench.file !== null && <button type="button" onClick={() => setAsked("variant")}>Save as a variant …</button>}
        {bench.isDirty && <button type="button" onClick={() => bench.revert()}>Undo all changes</button>}
      </div>
      <p class="wb-told" role="status">
        {[
          told === SAVED && bench.isDirty ? null : told, // something else was written since
          told === null && bench.isRestored && "What you had not saved is back.",
          !bench.isConnected && "No connection; it is being restored.",
        ].filter(Boolean).join(" ")}
      </p>
      {bench.isUnkept && <InOtherTab bench={bench} />}
      {bench.disk.isOther && (
        <Elsewhere
          bench={bench} onKeep={() => void save(true)}
          onTake={() => {
            setTold(null);
            bench.take();
          }}
        />
      )}
      {asked === "open" && <OpenDialog bench={bench} onOpen={onOpen} onClose={() => setAsked(null)} />}
      {(asked === "save" || asked === "variant") && (
        <SaveDialog
          bench={bench} isVariant={asked === "variant"} onClose={() => setAsked(null)}
          onSaved={(file) => {
            setAsked(null);
            onOpen(file);
          }}
          onLate={({ file, why }) => setTold(file === null ? `Not saved: ${why}` : `Saved as ${file.slice(2)}.`)}
        />
      )}
    </header>
  );
}
