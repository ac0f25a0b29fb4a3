// What the others have played since a seat's last move, with the cards in it.
import { plain } from "../parts/words";
import type { ActionShape, CardFace, MoveEntry } from "../wire";

const NEWEST = 4; // moves of others that are told beside what is asked

/** A move of another seat, its words in order: those that are cards with what is written on them. */
export interface Told {
  colour: string;
  parts: (string | CardFace)[];
}

/** What of a game tells which words of a move are cards. */
export interface CardsOf {
  cards?: readonly CardFace[];
  actions?: Readonly<Record<string, ActionShape>>;
  /** The variables that are drawn as cards. */
  dealt?: ReadonlySet<string>;
}

const cardOf = (word: string): CardFace => ({ word, face: [plain(word)], fill: null, look: null });

/** The parts of a move: of a number too, if it is chosen from what is drawn as cards. */
function partsOf(text: string, { cards = [], actions = {}, dealt = new Set() }: CardsOf): Told["parts"] {
  const [action = "", ...words] = text.split(" ");
  const { from = [] } = actions[action] ?? { types: [] };
  const known = new Map(cards.map((card) => [card.word, card]));
  const parts = words.flatMap((word, i): Told["parts"] => {
    const isDealt = (from[i] ?? []).some((name) => dealt.has(name));
    const elements = word.startsWith("{") ? word.slice(1, -1).split(",").filter(Boolean) : [word];
    const faces = elements.map((each) => known.get(each) ?? (isDealt ? cardOf(each) : null));
    return faces.every((face) => face !== null) ? faces : [word];
  });
  return [action, ...parts];
}

/** Neighbouring words as one text, as people read it. */
function joined(parts: Told["parts"]): Told["parts"] {
  const found: Told["parts"] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (typeof part === "string" && typeof last === "string") found[found.length - 1] = `${last} ${part}`;
    else found.push(part);
  }
  return found.map((part) => (typeof part === "string" ? plain(part) : part));
}

/**
 * What the others have played since a seat's last move, the newest, each with its colour; without the name of the action
 * where all have the same. What others chose at once with that last move came after it for whoever made it.
 */
export function sinceOwn(list: readonly MoveEntry[], seat: number, game: CardsOf = {}): Told[] {
  const own = list.findLastIndex((move) => move.seat === seat && !move.chance);
  const since = list.slice(own + 1 - (own === -1 ? 0 : 1 + (list[own]?.together ?? 0)));
  const moves = since.filter((move) => !move.chance && move.seat !== seat && move.text !== "");
  const actions = new Set(moves.map(({ text }) => text.split(" ")[0]));
  const isOne = actions.size === 1 && moves.every(({ text }) => text.includes(" "));
  return moves.slice(-NEWEST).map(({ colour, text }) => {
    const parts = partsOf(text, game);
    return { colour: colour ?? "", parts: joined(isOne ? parts.slice(1) : parts) };
  });
}
