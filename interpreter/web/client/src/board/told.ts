// What is drawn on a board in words, for people who hear it.
import { plain } from "../parts/words";
import type { Decoration, Scene } from "../wire";

const MOST = 6; // things that are told of one cell
const MOST_IN_ALL = 40; // and of a board

function few(texts: readonly string[], most: number): string[] {
  return texts.length > most ? [...texts.slice(0, most), `and ${texts.length - most} more`] : [...texts];
}

/** For each cell on which something is stored, or on several with it, what that is. */
export function storedByCell(decorations: readonly Decoration[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { cells, told, label } of decorations) {
    const text = plain(cells.length === 1 ? told : label);
    for (const cell of cells) found.set(cell, [...(found.get(cell) ?? []), text]);
  }
  return new Map([...found].map(([cell, texts]) => [cell, few(texts, MOST)]));
}

/** The name of a board, and what is stored on it. */
export function boardLabel(name: string, decorations: readonly Decoration[]): string {
  const texts = few([...new Set(decorations.map(({ label }) => plain(label)))], MOST_IN_ALL);
  return texts.length > 0 ? `${name}. Stored: ${texts.join("; ")}` : name;
}

/** Whether a cell's name is told where the pointer rests: not where it can be read from the letters and numbers beside a
 * board of cells. */
export function toldByPointer({ style, names }: Pick<Scene, "style" | "names">): (cell: string) => boolean {
  const beside = new Set(names.map(({ text }) => text));
  return (cell) => {
    const [, ...parts] = /^([a-z]+)([0-9]+)$/.exec(cell) ?? [];
    return style === "points" || parts.length === 0 || parts.some((part) => !beside.has(part));
  };
}
