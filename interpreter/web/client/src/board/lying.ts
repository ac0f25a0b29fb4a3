// Which cards and pieces beside the board may be chosen where they lie: pure functions of a choice.
import type { ActionShape, Position } from "../wire";
import type { ButtonGroup, View } from "./selection";

export const SUPPLY = "supply";

/** For each variable, or the supply, the words that lie there for whoever moves, and their keys in order. */
export type Lying = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** The words that lie in each variable with cards, or in the supply, for whoever moves or for nobody. */
function wordsBeside(position: Position): Map<string, Set<string>> {
  const mover = position.acting === null ? null : position.colours[position.acting];
  const isTheirs = (colour: string | null | undefined) => colour == null || colour === mover;
  const found = new Map<string, Set<string>>();
  for (const { name, hands = [] } of position.values) {
    const cards = hands.filter(({ colour }) => isTheirs(colour)).flatMap((hand) => hand.cards);
    found.set(name, new Set(cards.map(({ word }) => word)));
  }
  const supply = position.supply.filter(({ colour }) => isTheirs(colour));
  found.set(SUPPLY, new Set(supply.map(({ text }) => text)));
  return found;
}

/** What may be chosen where it lies. */
export function lyingIn(view: View, position: Position): Lying {
  const beside = wordsBeside(position);
  const found = new Map<string, Map<string, string[]>>();
  const names = new Map<string, Set<string>>();
  const add = (from: readonly string[], word: string, key: string) => {
    for (const name of from) {
      if (!beside.get(name)?.has(word)) continue;
      const words = found.get(name) ?? new Map<string, string[]>();
      const keys = new Set([...(words.get(word) ?? []), key]);
      found.set(name, words.set(word, [...names.keys()].filter((one) => keys.has(one))));
    }
  };
  for (const { words, from } of view.left) {
    for (const [key, word] of Object.entries(words)) {
      names.set(key, new Set([...(names.get(key) ?? []), ...(from[key] ?? [])]));
      add(from[key] ?? [], word, key);
    }
  }
  for (const { key, values } of view.groups) {
    for (const { value } of values) add([...(names.get(key) ?? [])], value, key);
  }
  return found;
}

/**
 * For what a word is chosen where it lies: what it is chosen for already, so that it may be given up, else the first
 * that nothing is chosen for yet.
 */
export function keyOf(lying: Lying, name: string, word: string, chosen: Readonly<Record<string, string>>): string | undefined {
  const keys = lying.get(name)?.get(word) ?? [];
  return keys.find((key) => chosen[key] === word) ?? keys.find((key) => chosen[key] === undefined) ?? keys[0];
}

/** Whether all answers of a group lie beside the board, so that it needs no buttons. */
export function isCovered(group: ButtonGroup, lying: Lying): boolean {
  const words = [...lying.values()].flatMap((found) => [...found]);
  const there = new Set(words.filter(([, keys]) => keys.includes(group.key)).map(([word]) => word));
  return group.values.every(({ value }) => there.has(value));
}

/** Whether an action chooses from a variable or the supply. */
export function choosesFrom(shapes: Readonly<Record<string, ActionShape>>, name: string): boolean {
  return Object.values(shapes).some(({ from = [] }) => from.some((names) => names.includes(name)));
}
