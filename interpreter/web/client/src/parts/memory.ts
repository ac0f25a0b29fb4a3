// What the browser remembers: settings, and the keys of the tables that were opened in it.
import type { OptionValue } from "../wire";

function read(storage: Storage, name: string): unknown {
  try {
    return JSON.parse(storage.getItem(name) ?? "null");
  } catch {
    return null; // something that another program wrote
  }
}

function write(storage: Storage, name: string, value: unknown): void {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // a full or closed storage: the page works without
  }
}

export interface Settings {
  theme: "auto" | "light" | "dark";
  /** A move is played as soon as it is the only one left, though not all of it is chosen. */
  playAtOnce: boolean;
  marks: boolean;
  sound: boolean;
}

const DEFAULTS: Settings = { theme: "auto", playAtOnce: false, marks: true, sound: false };

export function loadSettings(): Settings {
  const stored = read(localStorage, "settings");
  return { ...DEFAULTS, ...(typeof stored === "object" ? stored : {}) };
}

/** Keeps what differs from the defaults, so that a later default reaches whoever did not choose otherwise. */
export function saveSettings(settings: Settings): void {
  const keys = Object.keys(DEFAULTS) as (keyof Settings)[];
  const chosen = keys.filter((key) => settings[key] !== DEFAULTS[key]);
  write(localStorage, "settings", Object.fromEntries(chosen.map((key) => [key, settings[key]])));
}

export interface KnownTable {
  table: string;
  title: string;
  keys: string[];
  opened: number;
}

const MOST_TABLES = 12;

export function knownTables(): KnownTable[] {
  const stored = read(localStorage, "tables");
  return Array.isArray(stored) ? (stored as KnownTable[]) : [];
}

export function remember(table: KnownTable): void {
  const others = knownTables().filter((known) => known.table !== table.table);
  write(localStorage, "tables", [table, ...others].slice(0, MOST_TABLES));
}

export function forget(table: string): void {
  write(localStorage, "tables", knownTables().filter((known) => known.table !== table));
}

/**
 * The keys of a table: those of the address (`/table/ID#KEY,KEY`), else those of this tab, else those
 * that this browser last used.  They leave the address, so that a copied address gives no seat away.
 */
export function keysOf(table: string): string[] {
  const name = `keys ${table}`;
  const given = location.hash.slice(1).split(",").filter(Boolean).map(decodeURIComponent);
  if (given.length > 0) {
    write(sessionStorage, name, given);
    history.replaceState(null, "", location.pathname);
    return given;
  }
  const here = read(sessionStorage, name);
  if (Array.isArray(here)) return here as string[];
  return knownTables().find((known) => known.table === table)?.keys ?? [];
}

export interface KnownLinks {
  seats: { colour: string; key: string }[];
  watch: string;
}

/** The keys that the maker of a table can pass on. */
export function linksOf(table: string): KnownLinks | null {
  const stored = read(localStorage, `links ${table}`);
  return stored !== null && typeof stored === "object" ? (stored as KnownLinks) : null;
}

export function rememberLinks(table: string, links: KnownLinks): void {
  write(localStorage, `links ${table}`, links);
}

/** Keeps the keys of this tab for a table. */
export function takeSeats(table: string, keys: readonly string[]): void {
  write(sessionStorage, `keys ${table}`, keys);
}

/** A position that was set up in the workbench, for a match that begins in it. */
export interface SetUp {
  start: object;
  options: Record<string, OptionValue>;
  /** A drawing of it, as SVG. */
  board: string;
}

/** The position that waits for a match of a game in this tab. */
export function setUpOf(game: string): SetUp | null {
  const stored = read(sessionStorage, `set up ${game}`);
  return stored !== null && typeof stored === "object" ? (stored as SetUp) : null;
}

/** Keeps a position for a match of a game; null: forgets it.  False where there is no room for it. */
export function keepSetUp(game: string, setUp: SetUp | null): boolean {
  write(sessionStorage, `set up ${game}`, setUp);
  return setUp === null || setUpOf(game) !== null;
}
