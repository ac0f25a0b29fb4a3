// Work that is not saved yet, kept in the browser so that a reload or a crash loses nothing.
import type { Options } from "./protocol";

interface Work {
  text: string;
  options: Options;
  moves: string[];
  /** The digest of the file that was read before the text was changed; null where it is not known. */
  known: string | null;
}

interface Draft extends Work {
  kept: number;
}

const PREFIX = "draft ";
const MOST = 30;

/** A draft as it is written in the storage; null where it is none. */
function read(written: string | null): Draft | null {
  try {
    const data = JSON.parse(written ?? "null") as Partial<Draft> | null;
    if (typeof data?.text !== "string") return null;
    const moves = Array.isArray(data.moves) ? data.moves.filter((move) => typeof move === "string") : [];
    return { text: data.text, options: data.options ?? {}, moves, known: data.known ?? null, kept: data.kept ?? 0 };
  } catch {
    return null; // something that another program wrote
  }
}

/** Makes room by removing the drafts that were kept longest ago, but not one of them. */
function removeOldest(besides: string): void {
  const keptAt = (name: string) => read(localStorage.getItem(name))?.kept ?? 0;
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  const others = names.filter((name) => name !== besides).sort((one, other) => keptAt(one) - keptAt(other));
  for (const name of others.slice(0, Math.max(0, names.length - MOST))) localStorage.removeItem(name);
}

/** The draft of a file, which other tabs of the browser may keep, too. */
export class DraftOfFile {
  private readonly name: string;
  /** What this tab read or wrote last. */
  private mine: string | null = null;

  constructor(file: string | null) {
    this.name = PREFIX + (file ?? "");
  }

  load(): Draft | null {
    this.mine = this.written;
    return read(this.mine);
  }

  private get written(): string | null {
    try {
      return localStorage.getItem(this.name);
    } catch {
      return null; // a closed storage
    }
  }

  /** The text that another tab keeps, where this one has neither seen it nor written it, and it is not `saved`. */
  foreign(saved: string): string | null {
    const { written } = this;
    const text = written === this.mine ? null : (read(written)?.text ?? null);
    return text === saved || text === read(this.mine)?.text ? null : text;
  }

  /** Keeps work, unless that would replace a text of another tab; `isAsked`: also then. */
  keep(work: Work, saved: string, isAsked = false): void {
    const { written } = this;
    const before = read(written);
    if (before && JSON.stringify({ ...work, kept: before.kept }) === written) {
      this.mine = written;
      return;
    }
    if (!isAsked && this.foreign(saved) !== null) return;
    const draft = JSON.stringify({ ...work, kept: Date.now() });
    try {
      localStorage.setItem(this.name, draft);
      this.mine = draft;
      removeOldest(this.name);
    } catch {
      // a full or closed storage: the browser still asks before the page is left
    }
  }

  /** Drops the draft, unless it is of another tab. */
  drop(): void {
    if (this.mine !== null && this.written === this.mine) localStorage.removeItem(this.name);
    this.mine = null;
  }

  /** Whether another tab has changed it, or dropped it, as the browser tells. */
  isMeant({ key, storageArea }: StorageEvent): boolean {
    return key === this.name && storageArea === localStorage;
  }
}
