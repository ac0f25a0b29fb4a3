// What each key does at a table.
import type { Explorer } from "../analysis/explorer";
import type { Keys } from "../parts/use-keys";
import type { TableMessage } from "../wire";
import type { TableStore } from "./store";

/** What can be chosen first: on the board, among cards that lie beside it, or among the buttons. */
export const FIRST = ".board [tabindex='0'], .hands .can, .choices button";

interface KeyTargets {
  match: TableStore;
  explorer: Explorer;
  table: TableMessage;
  onAnalysis: () => void;
  onHint: (() => void) | null;
  onFlip: () => void;
  onClear: () => void;
}

export function keysOf({ match, explorer, table, onAnalysis, onHint, onFlip, onClear }: KeyTargets): Keys {
  const type = () => document.getElementById("typed")?.focus();
  return {
    ArrowLeft: () => explorer.step(-1),
    ArrowRight: () => explorer.step(1),
    Home: () => explorer.goTo({ ply: 0, moves: [] }),
    End: () => explorer.goTo(null),
    u: () => table.can.undo && match.send({ type: "undo" }),
    r: () => table.can.redo && match.send({ type: "redo" }),
    t: type,
    "/": type,
    b: () => document.querySelector<HTMLElement | SVGElement>(FIRST)?.focus(),
    a: () => {
      explorer.setThinking(!explorer.isThinking);
      onAnalysis();
    },
    h: () => match.isMyTurn && onHint?.(),
    f: onFlip,
    Escape: onClear,
  };
}
