// Saving under a name: the text itself, or a variant that extends the file it came from.
import { useEffect, useRef, useState } from "preact/hooks";
import type { VariantText } from "../protocol";
import { useShown } from "../../parts/use-shown";
import type { Bench } from "../store";
import type { Saved } from "./saved";
import { Dialog } from "../../parts/dialog";
import { Said } from "../../parts/said";

interface SaveProperties {
  bench: Bench;
  isVariant: boolean;
  onSaved: (file: string) => void;
  /** What became of it where the dialog was closed before the answer came. */
  onLate: (saved: Saved) => void;
  onClose: () => void;
}

/** A file name for a title. */
function fileNameOf(title: string): string {
  const plain = title.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  return `${plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "my-game"}.yaml`;
}

export function SaveDialog({ bench, isVariant, onSaved, onLate, onClose }: SaveProperties) {
  const title = bench.drawing?.title ?? "My game";
  const [name, setName] = useState(isVariant ? `${title}, my variant` : title);
  const [file, setFile] = useState(() => {
    const plain = fileNameOf(isVariant ? `my ${title}` : bench.isBundled ? `my ${bench.name.replace(/\.yaml$/, "")}` : title);
    return bench.name.slice(0, bench.name.lastIndexOf("/") + 1) + plain; // beside the file it comes from
  });
  const [fromPosition, setFromPosition] = useState(false);
  const [preview, setPreview] = useState<VariantText | null>(null);
  /** Why no variant can be written, and why the file was not saved: a preview that comes late hides no refusal. */
  const [unwritable, setUnwritable] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  /** The file of that name that was told of, which may be replaced. */
  const [there, setThere] = useState<{ digest: string | null } | null>(null);

  useEffect(() => setRefused(null), [name, file, fromPosition]); // it was about what stood here before
  useEffect(() => {
    if (!isVariant) return undefined;
    let isStale = false;
    const timer = setTimeout(() => {
      void bench.variant(name, file, fromPosition).then((found) => {
        if (isStale) return;
        setPreview(found);
        setUnwritable(found ? null : bench.notice ?? "The variant cannot be written.");
      });
    }, 150);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [isVariant, name, file, fromPosition]);

  const isSaving = useRef(false);
  const isShown = useShown();
  const save = async () => {
    const text = isVariant ? (await bench.variant(name, file, fromPosition))?.text : bench.text;
    if (!isShown()) return; // given up before anything was written
    if (text === undefined) {
      setRefused(bench.notice);
      return;
    }
    const saved = await bench.saveAs(file, text, there);
    if (!isShown()) {
      onLate(saved);
      return;
    }
    if (saved.file !== null) {
      if (!isVariant) bench.forget();
      onSaved(saved.file);
      return;
    }
    setThere(saved.code === "exists" || saved.code === "changed" ? { digest: saved.digest } : null);
    setRefused(saved.why);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isSaving.current) return;
    isSaving.current = true;
    void save().then(() => (isSaving.current = false));
  };
  const problem = refused ?? unwritable;
  return (
    <Dialog title={isVariant ? "Save as a variant" : "Save as"} onClose={onClose}>
      <form onSubmit={submit}>
        {isVariant && (
          <label class="wb-field">
            <span>Name of the game</span>
            <input type="text" value={name} maxLength={200} required onInput={(event) => setName(event.currentTarget.value)} />
          </label>
        )}
        <label class="wb-field">
          <span>File</span>
          <input
            type="text" value={file} maxLength={200} required pattern=".*\.ya?ml" title="a name that ends in .yaml"
            onInput={(event) => {
              setFile(event.currentTarget.value);
              setThere(null);
            }}
          />
        </label>
        {isVariant && (
          <>
            <label class="wb-check">
              <input type="checkbox" checked={fromPosition} onChange={(event) => setFromPosition(event.currentTarget.checked)} />
              begin with the position on the board
            </label>
            <label class="wb-text">
              <span>{preview?.note ?? "Only what you changed is written; the rest comes from the file that it extends:"}</span>
              <textarea readOnly rows={10} value={preview?.text ?? ""} />
            </label>
          </>
        )}
        {problem && <p role="alert" class="wb-problem"><Said text={problem} /></p>}
        <div class="wb-row">
          <button type="submit" class="wb-main" disabled={isVariant && !preview}>{there ? "Replace the file" : "Save"}</button>
          <button type="button" onClick={onClose}>Cancel</button>
        </div>
      </form>
    </Dialog>
  );
}
