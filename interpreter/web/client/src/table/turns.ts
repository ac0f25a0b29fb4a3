// The moves of a match by turn, as the list of moves has them.
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
  /** Null of the set-up, which is before all turns. */
  number: number | null;
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

/** The moves, those of one turn together; a move of chance belongs to the turn that it opens, or to the set-up. */
export function turnsOf(list: readonly MoveEntry[]): Turn[] {
  const turns: Turn[] = [];
  const begun = list.findIndex(({ seat, colour }) => seat !== null || colour !== null);
  list.forEach(({ text, seat, colour, turn, chance, refused }, i) => {
    const move = { text, ply: i + 1, chance, refused, count: 1 };
    const number = begun === -1 || i < begun ? null : turn;
    const last = turns.at(-1);
    const isSame = last && (last.seat === seat || last.seat === null || seat === null) && last.number === number;
    if (isSame) {
      last.moves.push(move);
      last.seat ??= seat;
      last.colour ||= colour ?? "";
    } else turns.push({ number, seat, colour: colour ?? "", moves: [move] });
  });
  return turns.map((turn) => ({ ...turn, moves: shortened(turn.moves) }));
}
