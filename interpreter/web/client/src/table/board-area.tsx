// The board of a table, with what an agent thinks of the position drawn beside it and on it.
import { useMemo } from "preact/hooks";
import { Bar } from "../analysis/panel";
import { Board } from "../board/board";
import type { Lying } from "../board/lying";
import { flipped } from "../board/flip";
import { candidatesOf } from "../board/selection";
import { Spread } from "../board/spread";
import type { Chooser } from "../board/use-choice";
import { settings } from "../parts/settings";
import { useStore } from "../parts/store";
import type { Position } from "../wire";
import type { Match } from "./heading";
import { sharesOf, withTouched } from "./shown";

interface BoardAreaProperties extends Match {
  position: Position;
  chooser: Chooser;
  /** What may be chosen where it lies beside the board. */
  lying: Lying;
  isFlipped: boolean;
  hint: string | null;
}

export function BoardArea({ match, explorer, table, drawing, position, chooser, lying, isFlipped, hint }: BoardAreaProperties) {
  const { marks } = useStore(settings).value;
  const scene = useMemo(() => (isFlipped ? flipped(drawing.scene) : drawing.scene), [drawing, isFlipped]);
  const moves = useMemo(() => candidatesOf(position.offers, drawing.actions), [position.offers, drawing]);
  const { reason, answer } = match;
  const lit = reason?.cells ?? [];
  const best = explorer.isThinking ? (explorer.thought?.best ?? []) : hint === null ? [] : [{ move: hint, share: 1 }];
  return (
    <div class={isFlipped ? "board-area flipped" : "board-area"}>
      {explorer.isThinking && explorer.thought?.expected && (
        <Bar expected={explorer.thought.expected} colours={position.colours} fills={drawing.fills ?? {}} points={explorer.thought.points} />
      )}
      {scene.cells.length === 0 ? (
        <Spread position={position} sheet={match.sheet} lying={lying} chooser={chooser} facts={drawing.words} label={`What is known in ${table.title}`} />
      ) : <Board
        scene={scene}
        position={withTouched(position, answer)}
        sheet={match.sheet}
        chooser={chooser}
        nameOf={(look) => match.sheet.nameOf(look)}
        lit={lit}
        shares={sharesOf(best, scene, moves)}
        hasMarks={marks}
        label={`Board of ${table.title}`}
      />}
    </div>
  );
}
