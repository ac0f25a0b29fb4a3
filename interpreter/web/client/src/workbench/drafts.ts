// Work that is not saved yet, kept in the browser so that a reload or a crash loses nothing.
import type { Options } from "./protocol";

interface Draft {
  text: string;
  options: Options;
  moves: string[];
  /** The digest of the file that was read before the text was changed; null where it is not known. */
  known: string | null;
  kept: number;
}

const PREFIX = "draft ";
const MOST = 30;

const nameOf = (file: string | null): string => PREFIX + (file ?? "");

export function loadDraft(file: string | null): Draft | null {
  try {
    const data = JSON.parse(localStorage.getItem(nameOf(file)) ?? "null") as Partial<Draft> | null;
    if (typeof data?.text !== "string") return null;
    const moves = Array.isArray(data.moves) ? data.moves.filter((move) => typeof move === "string") : [];
    return { text: data.text, options: data.options ?? {}, moves, known: data.known ?? null, kept: data.kept ?? 0 };
  } catch {
    return null; // something that another program wrote
  }
}

export function keepDraft(file: string | null, draft: Draft): void {
  try {
    localStorage.setItem(nameOf(file), JSON.stringify(draft));
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    if (names.length > MOST) localStorage.removeItem(names.find((name) => name !== nameOf(file)) ?? "");
  } catch {
    // a full or closed storage: the browser still asks before the page is left
  }
}

export function dropDraft(file: string | null): void {
  localStorage.removeItem(nameOf(file));
}
