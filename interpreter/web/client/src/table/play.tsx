// A match on the table: what is asked, the board, the buttons, and everything beside it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { keyOf } from "../analysis/explorer";
import type { Explorer } from "../analysis/explorer";
import { Choices } from "../board/choices";
import { BesideBoard } from "../board/hands";
import { choosesFrom, lyingIn, SUPPLY } from "../board/lying";
import { candidatesOf } from "../board/selection";
import { useChoice } from "../board/use-choice";
import type { View } from "../board/selection";
import type { Chooser } from "../board/use-choice";
import { wasByKeys } from "../parts/by-keys";
import { knock } from "../parts/sound";
import { settings } from "../parts/settings";
import { useStore } from "../parts/store";
import { useKeys } from "../parts/use-keys";
import type { Drawing, Offers, Position } from "../wire";
import { AskOrMove, useAsking } from "./asking";
import { BoardArea } from "./board-area";
import { Controls } from "./controls";
import { Heading } from "./heading";
import type { Match } from "./heading";
import { News } from "./news";
import { Beside, Seats } from "./seats";
import { Side } from "./side";
import type { TableStore } from "./store";
import { FIRST, keysOf } from "./table-keys";
import { Typed } from "./typed";
import { useSide } from "./use-side";

const TOUCH = 2600; // milliseconds for which an answer is felt

/** Whether pieces, or words with drawings, are chosen, so that there must be room for them below the board. */
function hasTiles({ actions, words = {} }: Drawing): boolean {
  const hasDiagrams = Object.values(words).some((facts) => facts.some(({ drawing }) => drawing !== null));
  const isTile = (type: string) => type === "piece" || (hasDiagrams && type.startsWith("word of "));
  return Object.values(actions).some(({ types }) => types.some(isTile));
}

/** The look of a word that is chosen by a button. */
function lookOf(position: Position, word: string): string | null {
  return position.looks?.[word] ?? position.supply.find(({ text }) => text === word)?.look ?? null;
}

interface MoveSource {
  position: Position;
  mayMove: boolean;
  /** What is asked instead of a move; null: one moves. */
  questions: Offers | null;
}

/** The choice of a move, or of a question. */
function useMove({ match, explorer, drawing }: Match, { position, mayMove, questions }: MoveSource): Chooser {
  const { playAtOnce } = useStore(settings).value;
  return useChoice({
    offers: questions ?? (mayMove ? position.offers : null),
    shapes: drawing.actions,
    atOnce: playAtOnce,
    onMove: (text) => {
      match.dismiss();
      if (questions) match.send({ type: "ask", question: text });
      else if (explorer.place === null) match.play(text);
      else explorer.play(text);
    },
    onChoose: () => match.dismiss(),
    onImpossible: (words, action) => {
      if (mayMove && !position.over) void match.why(explorer.at, words, action, stillAt(explorer));
    },
    more: (prefix) => match.more(explorer.at, prefix),
  });
}

/** Tells whether one still looks where one does now. */
function stillAt(explorer: Explorer): () => boolean {
  const at = keyOf(explorer.at);
  return () => keyOf(explorer.at) === at;
}

/** An answer is felt for a moment. */
function useTouch(match: TableStore): void {
  const { answer } = match;
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => match.forget(answer), TOUCH);
    return () => clearTimeout(timer);
  }, [answer]);
}

/** Each move is heard. */
function useKnock(live: Position): void {
  const { sound } = useStore(settings).value;
  useEffect(() => {
    if (sound && live.last) knock();
  }, [live.ply]);
}

/**
 * After a start by keyboard, and where a button that was pressed by keyboard is gone, the focus is on what is chosen
 * next, so that arrows move on the board.  Gives what is told of each click.
 */
function useFocus(live: Position, view: View): (event: MouseEvent) => void {
  const isByKeys = useRef(wasByKeys());
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const first = isByKeys.current && isLost ? document.querySelector<HTMLElement | SVGElement>(FIRST) : null;
    if (!first) return;
    isByKeys.current = false;
    first.focus({ preventScroll: true });
  }, [live, view]);
  return (event) => {
    isByKeys.current = event.detail === 0;
  };
}

export function Play(properties: Match) {
  const { match, explorer, table, drawing, live } = properties;
  useStore(explorer);
  const [isFlipped, setFlipped] = useState(false);
  const [hinted, setHinted] = useState<{ move: string | null; of: Position } | null>(null);
  const kept = useRef(live);
  const position = explorer.shown ?? kept.current;
  kept.current = position;

  const isLive = explorer.place === null;
  const mayMove = isLive ? match.isMyTurn && !match.isSending : table.can.analyse !== false && explorer.isSettled;
  const asking = useAsking(live, isLive && match.isMyTurn);
  const chooser = useMove(properties, { position, mayMove, questions: asking.offers });
  const side = useSide(match.reason, live.ply);
  useTouch(match);
  useKnock(live);
  const hearClick = useFocus(live, chooser.view);

  const lying = useMemo(() => lyingIn(chooser.view, position), [chooser.view, position]);
  const hasSupply = useMemo(() => choosesFrom(drawing.actions, SUPPLY), [drawing]);
  const hasBoard = drawing.scene.cells.length > 0;
  const flip = () => setFlipped(!isFlipped);
  const hint = isLive && hinted?.of === live ? hinted.move : null;
  const askHint = isLive ? () => void match.hint().then((move) => setHinted({ move, of: live })) : null;
  const clear = () => {
    chooser.clear();
    match.dismiss();
  };
  const onAnalysis = () => side.setTab("analysis");
  useKeys(keysOf({ match, explorer, table, onAnalysis, onHint: askHint, onFlip: flip, onClear: clear }));

  return (
    <main class={hasTiles(drawing) ? "table tiled" : "table"} onClick={hearClick}>
      <h1 class="visually-hidden">{table.title}</h1>
      <Heading {...properties} position={position} view={chooser.view} onLine={side.showLine} />
      <BoardArea {...properties} position={position} chooser={chooser} lying={lying} isFlipped={isFlipped} hint={hint} />
      <div class="below">
        <AskOrMove asking={asking} />
        <Choices chooser={chooser} sheet={match.sheet} lookOf={(word) => lookOf(position, word)} lying={lying} facts={drawing.words} letters={drawing.letters} />
      </div>
      {hasBoard && (
        <BesideBoard position={position} sheet={match.sheet} lying={lying} chooser={chooser} facts={drawing.words} hasSupply={hasSupply} />
      )}
      <div class="near">
        <Seats table={table} position={position} fills={drawing.fills ?? {}} thinking={match.thinking} />
        <Beside position={position} sheet={match.sheet} hasValues={hasBoard} hasSupply={!hasSupply} />
        <Controls match={match} onFlip={hasBoard ? flip : null} onHint={askHint} />
        <Typed
          moves={candidatesOf(mayMove ? position.offers : null, drawing.actions)}
          onText={async (text) => {
            if (match.isSending) return false;
            if (explorer.place === null && !match.isMyTurn) {
              match.play(text); // the server says why not
              return false;
            }
            const move = await match.meant(explorer.at, text, stillAt(explorer));
            if (move === null || match.isSending) return false;
            if (explorer.place === null) match.play(move);
            else explorer.play(move);
            return true;
          }}
        />
      </div>
      <Side
        match={match}
        explorer={explorer}
        drawing={drawing}
        position={position}
        tab={side.tab}
        onTab={side.setTab}
        line={side.line ?? position.ended?.line ?? null}
      >
        <News match={match} hint={hint} onHint={(move) => match.play(move)} onLine={side.showLine} />
      </Side>
    </main>
  );
}
