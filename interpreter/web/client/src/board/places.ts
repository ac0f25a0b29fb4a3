// Where the cards of a row lie: a card that leaves keeps the places of the others, until cards come to the row.
import type { CardFace } from "../wire";

interface Place {
  card: CardFace;
  /** Whether the card has left, so that only its place is there. */
  isLeft: boolean;
}

/** The cards of a row in their places. */
export type Places = readonly Place[];

/** The places of some cards: those that they had before, if all of them lay there in this order, else new ones. */
export function placed(before: Places, cards: readonly CardFace[]): Places {
  if (cards.length === 0) return [];
  const rest = [...cards];
  const places = before.map(({ card, isLeft }) => {
    const stays = !isLeft && card.word === rest[0]?.word ? rest.shift() : undefined;
    return { card: stays ?? card, isLeft: stays === undefined };
  });
  return rest.length === 0 ? places : cards.map((card) => ({ card, isLeft: false }));
}
