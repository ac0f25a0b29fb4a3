// The moves of a match by turn, as the list of moves has them.
import { plain } from "../parts/words";
import type { MoveEntry } from "../wire";

const MANY = 6; // moves of chance by one action in a row that are still told one by one

interface Listed {
  text: string;
  ply: number;
  chance: boolean;
  refused?: boolean | undefined;
  /** How many moves it stands for, of which `ply` is the last. */
  count: number;
}

interface Turn {
  number: number;
  seat: number | null;
  colour: string;
  moves: Listed[];
}

const actionOf = ({ text }: Listed): string => text.split(" ")[0] ?? "";

/** The moves with a long run of chance, as a deal of many cards, as one entry with the name of its action. */
function shortened(moves: readonly Listed[]): Listed[] {
  const runs: Listed[][] = [];
  for (const move of moves) {
    const run = runs.at(-1);
    const isSame = move.chance && run?.[0]?.chance === true && actionOf(run[0]) === actionOf(move);
    if (run && isSame) run.push(move);
    else runs.push([move]);
  }
  return runs.flatMap((run) => {
    const last = run.at(-1);
    return last && run.length > MANY ? [{ ...last, text: actionOf(last), count: run.length }] : run;
  });
}

const NEWEST = 4; // moves of others that are told beside what is asked

/**
 * What the others have played since a seat's last move, the newest, each with its colour; without the name of the action
 * where all have the same.
 */
export function sinceOwn(list: readonly MoveEntry[], seat: number): string[] {
  const own = list.findLastIndex((move) => move.seat === seat && !move.chance);
  const moves = list.slice(own + 1).filter((move) => !move.chance && move.seat !== seat && move.text !== "");
  const actions = new Set(moves.map(({ text }) => text.split(" ")[0]));
  const isOne = actions.size === 1 && moves.every(({ text }) => text.includes(" "));
  const said = (text: string) => (isOne ? text.slice(text.indexOf(" ") + 1) : text);
  return moves.slice(-NEWEST).map(({ colour, text }) => `${colour ?? ""} ${plain(said(text))}`.trim());
}

/** The moves, those of one turn together; a move of chance belongs to the turn that it opens. */
export function turnsOf(list: readonly MoveEntry[]): Turn[] {
  const turns: Turn[] = [];
  list.forEach(({ text, seat, colour, turn, chance, refused }, i) => {
    const move = { text, ply: i + 1, chance, refused, count: 1 };
    const last = turns.at(-1);
    const isSame = last && (last.seat === seat || last.seat === null || seat === null) && last.number === turn;
    if (isSame) {
      last.moves.push(move);
      last.seat ??= seat;
      last.colour ||= colour ?? "";
    } else turns.push({ number: turn, seat, colour: colour ?? "", moves: [move] });
  });
  return turns.map((turn) => ({ ...turn, moves: shortened(turn.moves) }));
}
