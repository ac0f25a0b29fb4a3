// The bytes of a state as what a person sees: pieces, supplies, stored values.
import type { Decoration, Supply, Value } from "../wire";
import type { Standing } from "./landings";
import type { Drawn, Field, Meaning, StoredValue, Legend } from "./legend";

const SHOWN = 5; // pieces of a pile that are drawn
const STEP = 3.6; // how far each lies below the one above
const NO_NUMBER = -(2 ** 31); // a number that does not exist
const ITEMS = 8; // elements of a set that are written out, however long they are
const SHORT = 30; // characters that are written out, however many elements they name
const ENTRIES = 16; // entries of a value before those as at the start are left out
const MOST_ENTRIES = 40;
const BYTES: Record<string, number> = {
  double: 8, int64_t: 8, int32_t: 4, int16_t: 2, int8_t: 1, uint8_t: 1,
};

type Entry = number | bigint; // a number, or a set as bits

/** Reads the states of one game. */
export class Reader {
  readonly bytes: number;
  private readonly at = new Map<string, number>();
  private start: Map<string, Entry[]> = new Map();

  constructor(private readonly legend: Legend, places: number[]) {
    const names = Object.keys(legend.fields);
    names.forEach((name, i) => this.at.set(name, places[i] ?? 0));
    this.bytes = Math.max(0, ...names.map((name) => (this.at.get(name) ?? 0) + this.size(name)));
  }

  /** Remembers the values at the start, from which long lists tell what differs. */
  begin(state: DataView): void {
    this.start = new Map(this.legend.stored.map((s) => [s.name, this.entries(state, s.field)]));
  }

  number(state: DataView, name: string): number {
    return Number(this.entries(state, name)[0] ?? 0);
  }

  /** The colour of each seat. */
  colours(state: DataView): string[] {
    const codes = this.entries(state, "colour_of");
    return codes.map((code) => this.legend.players[Number(code)] ?? "?");
  }

  /** The look of the piece on each cell that has one. */
  pieces(state: DataView): Record<string, string> {
    const owners = this.sets(state, "own");
    const unowned = this.sets(state, "unowned");
    const kinds = this.sets(state, "kind");
    const { attributes, looks, pile } = this.legend.pieces;
    const planes = new Map(
      [...new Set(attributes.flat())].map((name) => [name, this.sets(state, name)] as const),
    );
    const found: Record<string, string> = Object.create(null);
    this.legend.codes.forEach((code, cell) => {
      const bit = 1n << BigInt(code);
      const has = (set: bigint) => (set & bit) !== 0n;
      const owner = owners.findIndex(has);
      if (owner < 0 && !unowned.some(has)) return;
      const kind = Math.max(0, kinds.findIndex(has));
      const numbers = (attributes[kind] ?? []).map((name) =>
        (planes.get(name) ?? []).reduce((sum, set, i) => sum + (has(set) ? 1 << i : 0), 0),
      );
      found[this.legend.cells[cell] ?? "?"] = looks[[kind, owner, ...numbers].join()] ?? "unknown";
    });
    return pile?.heap ? this.heaps(state, pile.looks) : found;
  }

  /** What stands on each cell that has a piece. */
  standing(state: DataView): Map<string, Standing> {
    const { pile } = this.legend.pieces;
    const heights = pile ? this.entries(state, "height") : [];
    const codes = pile ? this.entries(state, "pile") : [];
    const looks = this.pieces(state);
    const found = new Map<string, Standing>();
    this.legend.cells.forEach((cell, i) => {
      const look = looks[cell];
      const code = this.legend.codes[i];
      if (look === undefined || code === undefined) return;
      const height = Number(heights[code] ?? 1);
      const under = pile ? codes.slice(code * pile.most, code * pile.most + height) : [];
      found.set(cell, { top: pile?.heap ? "" : look, all: [look, height, ...under].join(), height });
    });
    return found;
  }

  /** The look of the heap on each cell that has one. */
  private heaps(state: DataView, looks: readonly string[]): Record<string, string> {
    const heights = this.entries(state, "height");
    const found: Record<string, string> = Object.create(null);
    this.legend.codes.forEach((code, cell) => {
      const look = looks[Number(heights[code] ?? 0)];
      if (look) found[this.legend.cells[cell] ?? "?"] = look;
    });
    return found;
  }

  /** The pieces under the tops of piles, and the numbers of those that are not all shown. */
  private piles(state: DataView): Decoration[] {
    const { pile } = this.legend.pieces;
    if (!pile || pile.heap) return [];
    const heights = this.entries(state, "height").map(Number);
    const pieces = this.entries(state, "pile").map(Number);
    return this.legend.codes.flatMap((code, cell) => {
      const [height = 0, { name, x, y } = { name: "?", x: 0, y: 0 }] = [heights[code], this.legend.scene.cells[cell]];
      if (height < 2) return [];
      const shown = Math.min(height, SHOWN);
      const looks = Array.from({ length: shown - 1 }, (_, i) =>
        pile.looks[pieces.length ? pieces[code * pile.most + height - shown + i] ?? 0 : 1] ?? "unknown",
      );
      const of = { of: "pile", label: `${height} pieces`, told: `${height} pieces`, cells: [name] };
      const parts = looks.map((look, i) => ({ kind: "piece" as const, look, x, y: y + STEP * (shown - 1 - i), scale: 1 }));
      const number = { kind: "text" as const, text: String(height), x: x + 12, y: y + 12, size: 11, fill: null };
      return [{ ...of, under: true, parts }, ...(height > SHOWN ? [{ ...of, under: false, parts: [number] }] : [])];
    });
  }

  /** The pieces off the board. */
  supply(state: DataView): Supply[] {
    const { field, pools } = this.legend.supply;
    if (field === null) return [];
    const values = this.entries(state, field);
    return pools
      .map(({ look, text, code }, i) => {
        const count = field === "bag" ? Number((BigInt(values[0] ?? 0) >> BigInt(code)) & 1n)
          : Number(values[i] ?? 0);
        return { look, text, count };
      })
      .filter((pool) => pool.count > 0);
  }

  /** What is stored and not drawn on the board, as text. */
  values(state: DataView): Value[] {
    return this.legend.stored
      .filter((stored) => stored.drawn === null)
      .map((stored) => ({
        name: stored.name, label: stored.label, text: this.text(state, stored),
        ...this.byIndex(state, stored),
      }));
  }

  /** The value for each index, where they are listed. */
  private byIndex(state: DataView, { keys, listed, field, meaning }: StoredValue): Pick<Value, "entries"> {
    if (keys === null || keys.length === 0 || !listed) return {};
    const entries = this.entries(state, field);
    return { entries: keys.map((index, i) => ({ index, text: meaningText(meaning, entries[i] ?? 0) })) };
  }

  /** What is stored and drawn on the board. */
  decorations(state: DataView): Decoration[] {
    const stored = this.legend.stored.flatMap(({ field, drawn }) => {
      if (drawn === null) return [];
      const entries = this.entries(state, field);
      return drawn.flatMap((each, i) => shown(each, entries[i] ?? 0));
    });
    return [...this.piles(state), ...stored];
  }

  private text(state: DataView, stored: StoredValue): string {
    const entries = this.entries(state, stored.field);
    const texts = entries.map((entry) => meaningText(stored.meaning, entry));
    const { keys } = stored;
    if (keys === null) return texts[0] ?? "";
    const start = this.start.get(stored.name) ?? [];
    const every = keys.map((_, i) => i);
    const changed = every.filter((i) => entries[i] !== start[i]);
    const shown = keys.length <= ENTRIES ? every : changed;
    if (shown.length === 0) return keys.length === 0 ? "–" : "as at the start";
    const told = shown.slice(0, MOST_ENTRIES).map((i) => `${keys[i]?.join(" ")} ${texts[i]}`).join(", ");
    const more = shown.length > MOST_ENTRIES ? ` … (${shown.length} in all)` : "";
    return told + more + (shown.length < keys.length ? ", the others as at the start" : "");
  }

  private entries(state: DataView, name: string): Entry[] {
    const field = this.legend.fields[name];
    if (!field) return [];
    const [storage, words, count] = field;
    const at = this.at.get(name) ?? 0;
    const each = entryBytes(field);
    return Array.from({ length: count }, (_, i) =>
      words ? bits(state, at + i * each, words) : plain(state, storage, at + i * each),
    );
  }

  private sets(state: DataView, name: string): bigint[] {
    return this.entries(state, name).map(BigInt);
  }

  private size(name: string): number {
    const field = this.legend.fields[name];
    return field ? entryBytes(field) * field[2] : 0;
  }
}

function entryBytes([storage, words]: Field): number {
  return words ? 8 * words : BYTES[storage] ?? 1;
}

function bits(state: DataView, at: number, words: number): bigint {
  let set = 0n;
  for (let i = words - 1; i >= 0; i--) set = (set << 64n) | state.getBigUint64(at + 8 * i, true);
  return set;
}

function plain(state: DataView, storage: string, at: number): number {
  switch (storage) {
    case "double": return state.getFloat64(at, true);
    case "int64_t": return Number(state.getBigInt64(at, true));
    case "int32_t": return state.getInt32(at, true);
    case "int16_t": return state.getInt16(at, true);
    case "int8_t": return state.getInt8(at);
    default: return state.getUint8(at);
  }
}

function bitsOf(set: bigint): number[] {
  const found = [];
  for (let i = 0; set; i++, set >>= 1n) if (set & 1n) found.push(i);
  return found;
}

function meaningText(meaning: Meaning, entry: Entry): string {
  if (meaning.is === "number") {
    return Number(entry) === NO_NUMBER ? "none" : String(Number(Number(entry).toPrecision(6)));
  }
  if (meaning.is === "code") return Number(entry) < 0 ? "none" : meaning.texts[Number(entry)] ?? "?";
  const found = bitsOf(BigInt(entry));
  if (found.length === 0) return "{}";
  const text = meaning.is === "count" ? null : found.map((bit) => meaning.texts[bit] ?? "?").join(" ");
  const isLong = text === null || (found.length > ITEMS && text.length > SHORT);
  return isLong ? `${found.length} of them` : text;
}

/** The drawings of one entry. */
function shown(drawn: Drawn, entry: Entry): Decoration[] {
  if ("number" in drawn) {
    const number = Number(entry);
    if (number === 0 || number === NO_NUMBER) return [];
    const text = meaningText({ is: "number" }, entry);
    const size = drawn.sizes[Math.min(text.length, drawn.sizes.length - 1)] ?? 6;
    return drawn.number.map((decoration) => ({
      ...decoration,
      label: `${decoration.label} ${text}`,
      told: `${decoration.told} ${text}`,
      parts: decoration.parts.map((part) => (part.kind === "text" ? { ...part, text, size } : part)),
    }));
  }
  if (typeof entry === "number") return drawn.by[String(entry)] ?? [];
  return bitsOf(entry).flatMap((bit) => drawn.by[String(bit)] ?? []);
}
