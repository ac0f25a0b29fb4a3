// Somebody else changed the file on disk, or another tab keeps its changes: which of the two texts is wanted.
import type { Bench } from "../store";

interface ElsewhereProperties {
  bench: Bench;
  onKeep: () => void;
  onTake: () => void;
}

export function Elsewhere({ bench, onKeep, onTake }: ElsewhereProperties) {
  return (
    <div class="wb-elsewhere" role="alert">
      <p>
        <strong>{bench.name} was changed on disk</strong> since it was read here.
        {bench.isDirty && " Loading it replaces what you wrote; undo in the editor brings that back."}
      </p>
      <div class="wb-row">
        <button type="button" onClick={onTake}>Load the file from disk</button>
        {bench.isDirty && <button type="button" onClick={onKeep}>Keep mine, and overwrite the file</button>}
      </div>
    </div>
  );
}

export function InOtherTab({ bench }: { bench: Bench }) {
  return (
    <div class="wb-elsewhere" role="alert">
      <p>
        <strong>Another tab has other changes to {bench.name}</strong> that are not saved. The browser keeps those for the next
        time, and not what you write here.
      </p>
      <div class="wb-row">
        <button type="button" onClick={() => bench.keep(true)}>Keep mine instead</button>
      </div>
    </div>
  );
}
