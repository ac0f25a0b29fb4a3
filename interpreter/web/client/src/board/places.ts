// Where the cards of a row lie: a card that leaves keeps the places of the others, until cards come to the row.
import type { CardFace } from "../wire";

/** The cards of a row in their places; null where one has left. */
export type Places = readonly (CardFace | null)[];

/** The places of some cards: those that they had before, if all of them lay there in this order, else new ones. */
export function placed(before: Places, cards: readonly CardFace[]): Places {
  if (cards.length === 0) return [];
  let next = 0;
  const places = before.map((card) => (card !== null && card.word === cards[next]?.word ? (cards[next++] ?? null) : null));
  return next === cards.length ? places : cards;
}
