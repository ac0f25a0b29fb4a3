// The choice of a move as it grows: the state behind a board and its buttons.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ActionShape, Offers, Word } from "../wire";
import { choosesFrom } from "./lying";
import { candidatesOf, choose, drag, NOTHING, tap, tapSet, viewOf, viewOfDrag } from "./selection";
import type { Candidate, Outcome, View } from "./selection";

export interface Chooser {
  view: View;
  tap: (cell: string) => void;
  /** A tap on what lies between the cells of a set. */
  tapSet: (cells: readonly string[]) => void;
  /** What may be chosen while the piece on a cell is dragged; null where no move begins there. */
  viewOfDrag: (from: string) => View | null;
  /** Says whether the drag chose something. */
  drag: (from: string, to: string) => boolean;
  choose: (key: string, value: string, action?: string | null) => void;
  play: (move: Candidate) => void;
  /** Whether some action chooses from a variable, or the supply, so that one may ask why it does not now. */
  mayAskAbout: (name: string) => boolean;
  /** Asks why a word may not be chosen. */
  ask: (word: string) => void;
  clear: () => void;
}

interface ChoiceSource {
  /** What may be played; null where nothing may be. A new object begins a new choice. */
  offers: Offers | null;
  shapes: Readonly<Record<string, ActionShape>>;
  /** Whether a move is played as soon as it is the only one left, though not all of it is chosen. */
  atOnce?: boolean;
  onMove: (text: string) => void;
  /** Something was chosen that is not a whole move yet. */
  onChoose?: () => void;
  onImpossible?: (words: string[], action: string | null) => void;
  /** Where there are too many moves to list: those that begin with these words. */
  more?: (prefix: Word[]) => Promise<Offers | null>;
}

/** What has been chosen of a move so far, and the functions that choose more. */
export function useChoice(source: ChoiceSource): Chooser {
  const [choice, setChoice] = useState(NOTHING);
  const [further, setFurther] = useState<{ of: Offers; offers: Offers } | null>(null);
  const asked = useRef(0); // counts what is chosen: moves that were asked for before are not shown any more
  const { offers, shapes, atOnce = false } = source;
  const shown = offers && further?.of === offers ? further.offers : offers;
  const all = useMemo(() => candidatesOf(shown, shapes), [shown, shapes]);
  const view = useMemo(() => viewOf(all, choice), [all, choice]);

  const clear = () => {
    asked.current += 1;
    setChoice(NOTHING);
    setFurther(null);
  };
  useEffect(clear, [offers]);

  const play = (move: Candidate) => {
    if (offers && shown && !shown.complete && source.more) {
      setChoice({ taps: move.steps.flatMap(({ cells }) => cells), words: move.words, to: null, action: move.action });
      const number = ++asked.current;
      void source.more([...move.said]).then((found) => {
        if (found && number === asked.current) setFurther({ of: offers, offers: found });
      });
      return;
    }
    clear();
    source.onMove(move.text);
  };
  const settle = (outcome: Outcome) => {
    if (outcome.kind === "play") play(outcome.move);
    else if (outcome.kind === "chosen") {
      asked.current += 1;
      setChoice(outcome.choice);
      source.onChoose?.();
      if (outcome.choice === NOTHING || outcome.choice.taps.length === 0) setFurther(null);
    } else source.onImpossible?.(outcome.words, outcome.action);
  };
  return {
    view,
    tap: (cell) => settle(tap(all, choice, cell, atOnce)),
    tapSet: (cells) => settle(tapSet(all, choice, cells, atOnce)),
    viewOfDrag: (from) => viewOfDrag(all, choice, from),
    drag: (from, to) => {
      const outcome = drag(all, choice, from, to);
      settle(outcome);
      return outcome.kind === "play";
    },
    choose: (key, value, action) => settle(choose(all, choice, key, value, atOnce, action)),
    play,
    mayAskAbout: (name) => offers !== null && source.onImpossible !== undefined && choosesFrom(shapes, name),
    ask: (word) => source.onImpossible?.([word], null),
    clear,
  };
}
