// The workbench: rules on one side, the board that they make on the other.
import { useEffect, useState } from "preact/hooks";
import { idOf } from "../parts/api";
import { Header } from "../parts/header";
import { useStore } from "../parts/store";
import { Editor } from "./editor/editor";
import { FileBar } from "./files/bar";
import { Panels } from "./panels/panels";
import { Play } from "./play/play";
import { Bench } from "./store";
import { adopt } from "./style";
import { Tabs } from "./tabs";
import { Said } from "../parts/said";

/** The file that the address names; null: a new one. */
function fileOfAddress(): string | null {
  const name = new URLSearchParams(location.search).get("file");
  return name && idOf(name);
}

/** Asks before the page is left with work that is not saved. */
function useGuard(bench: Bench | null): void {
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      bench?.keep();
      if (bench?.isDirty) event.preventDefault();
    };
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!link || !bench?.isDirty || event.ctrlKey || event.metaKey || event.shiftKey) return;
      bench.keep();
      const fate = bench.isUnkept ? "They will be lost: the browser keeps those of another tab." : "They are kept in this browser.";
      if (confirm(`${bench.name} has changes that are not saved. ${fate} Leave?`)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const hide = () => bench?.keep(); // a phone closes pages without asking
    addEventListener("beforeunload", leave);
    addEventListener("pagehide", hide);
    document.addEventListener("click", follow, { capture: true });
    return () => {
      removeEventListener("beforeunload", leave);
      removeEventListener("pagehide", hide);
      document.removeEventListener("click", follow, { capture: true });
    };
  }, [bench]);
}

const NARROW = "(max-width: 719px)";

function useIsNarrow(): boolean {
  const [isNarrow, setIsNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const update = () => setIsNarrow(query.matches);
    query.addEventListener("change", update);
    return () => query.removeEventListener("change", update);
  }, []);
  return isNarrow;
}

const SIDES = [
  { id: "rules", text: "Rules" },
  { id: "board", text: "Board" },
] as const;

/** A message as a sentence of its own. */
function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;
}

/** The sentence about how the text stands. */
function Standing({ bench }: { bench: Bench }) {
  const words = {
    loading: "Reading the rules …",
    checking: "Trying the rules …",
    valid: "The board shows the rules as they stand.",
    invalid: bench.drawing
      ? `${sentence(bench.problem ?? "these rules cannot be played")} The board shows the last rules that could be played.`
      : `These rules cannot be played yet: ${bench.problem ?? bench.notice ?? ""}`,
  };
  return (
    <p class={`wb-standing ${bench.status}`} role="status">
      <span aria-hidden="true">{bench.status === "invalid" ? "✕" : bench.status === "valid" ? "✓" : "…"}</span>{" "}
      <Said text={words[bench.status]} />
    </p>
  );
}

function Shown({ bench }: { bench: Bench }) {
  useStore(bench);
  const isNarrow = useIsNarrow();
  const [side, setSide] = useState<"rules" | "board">("rules");
  if (bench.vocabulary === null) {
    const text = bench.notice ?? (bench.isConnected ? "Reading the file …" : "Connecting …");
    return <p class="wb-empty" role="status"><Said text={text} /></p>;
  }
  return (
    <>
      {isNarrow && <Tabs label="Sides" tabs={SIDES} chosen={side} onChoose={setSide} />}
      <div class="wb-sides">
        <section
          class="wb-rules" aria-label="Rules" hidden={isNarrow && side !== "rules"}
          {...(isNarrow ? { role: "tabpanel", id: "wb-panel-rules" } : {})}
        >
          <Editor bench={bench} />
          <Standing bench={bench} />
        </section>
        <section
          class="wb-board" aria-label="Board" hidden={isNarrow && side !== "board"}
          {...(isNarrow ? { role: "tabpanel", id: "wb-panel-board" } : {})}
        >
          <Play bench={bench} />
          <Panels bench={bench} />
        </section>
      </div>
    </>
  );
}

/** A rule file that is being written, with a board. */
export function Workbench() {
  const [file, setFile] = useState(fileOfAddress);
  const [bench, setBench] = useState<Bench | null>(null);
  useEffect(adopt, []);
  useEffect(() => {
    const update = () => setFile(fileOfAddress());
    addEventListener("popstate", update);
    return () => removeEventListener("popstate", update);
  }, []);
  useEffect(() => {
    const made = new Bench(file);
    setBench(made);
    document.title = `${made.name} – workbench`;
    return () => made.close();
  }, [file]);
  useGuard(bench);
  const open = (to: string | null) => {
    const address = to === null ? "/workbench" : `/workbench?file=${encodeURIComponent(to)}`;
    history.pushState(null, "", address);
    setFile(to);
  };
  return (
    <>
      <Header />
      <main class="workbench">
        {bench && <FileBar key={bench.name} bench={bench} onOpen={open} />}
        {bench && <Shown key={bench.name} bench={bench} />}
      </main>
    </>
  );
}
