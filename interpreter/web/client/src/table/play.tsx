// A match on the table: what is asked, the board, the buttons, and everything beside it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Explorer } from "../analysis/explorer";
import { Bar } from "../analysis/panel";
import { Board } from "../board/board";
import { Choices } from "../board/choices";
import { flipped } from "../board/flip";
import { candidatesOf } from "../board/selection";
import { useChoice } from "../board/use-choice";
import { knock } from "../parts/sound";
import { settings } from "../parts/settings";
import { useStore } from "../parts/store";
import type { Drawing, Position, TableMessage } from "../wire";
import { Controls } from "./controls";
import { Ending } from "./ending";
import { makeTable } from "./new-table";
import { News } from "./news";
import { asked, resultText, seatName } from "./prompt";
import { namesOf, only, questionsOf } from "./questions";
import { Beside, Seats } from "./seats";
import { sharesOf, withTouched } from "./shown";
import { Side } from "./side";
import type { Tab } from "./side";
import type { TableStore } from "./store";
import { Typed } from "./typed";
import { useKeys } from "../parts/use-keys";

const TOUCH = 2600; // milliseconds for which an answer is felt

interface PlayProperties {
  match: TableStore;
  explorer: Explorer;
  table: TableMessage;
  drawing: Drawing;
  live: Position;
}

function waitingFor({ match, table, live }: PlayProperties): string {
  if (live.chance) return "Chance decides …";
  if (live.acting === null) return "Waiting for the others";
  const name = seatName(table, live.acting, live.colours);
  const isAgent = table.seats[live.acting]?.who !== "person";
  if (isAgent || match.thinking === live.acting) return `${name} is thinking …`;
  return match.mine.length > 0 ? `Waiting for ${name}` : `${name} is to move`;
}

/** Whether pieces are chosen from a supply, so that there must be room for them below the board. */
function hasTiles(drawing: Drawing): boolean {
  return Object.values(drawing.actions).some(({ types }) => types.includes("piece"));
}

/** The same match with everybody one seat further. */
function again({ match, table, drawing }: PlayProperties): void {
  const sitting = table.seats.map(({ who, mine }) => ({ who, isLinked: who === "person" && !mine }));
  const last = sitting.pop();
  makeTable({ game: table.game, options: table.options ?? {} }, last ? [last, ...sitting] : sitting, drawing.players).catch(
    (error: Error) => match.say(error.message),
  );
}

export function Play(properties: PlayProperties) {
  const { match, explorer, table, drawing, live } = properties;
  useStore(explorer);
  const set = useStore(settings).value;
  const [tab, setTab] = useState<Tab>("moves");
  const [line, setLine] = useState<number | null>(null);
  const [former, setFormer] = useState<Tab | null>(null); // the tab before a reason opened the rules
  const [isFlipped, setFlipped] = useState(false);
  const [asking, setAsking] = useState<string | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const kept = useRef(live);
  const { last } = live;

  const isLive = explorer.place === null;
  const position = explorer.shown ?? kept.current;
  kept.current = position;
  const scene = useMemo(() => (isFlipped ? flipped(drawing.scene) : drawing.scene), [drawing, isFlipped]);
  const fills = drawing.fills ?? {};
  const nameOf = (look: string) => match.sheet.nameOf(look);

  const questions = isLive && match.isMyTurn ? questionsOf(live) : null;
  const questioned = useMemo(
    () => (questions && asking !== null ? only(questions, asking) : null),
    [live, asking, questions === null],
  );
  const mayMove = isLive ? match.isMyTurn && !match.isSending : table.can.analyse !== false;
  const chooser = useChoice({
    offers: questioned ?? (mayMove ? position.offers : null),
    shapes: drawing.actions,
    atOnce: set.atOnce,
    onMove: (text) => {
      match.dismiss();
      if (questioned) match.send({ type: "ask", question: text });
      else if (isLive) match.play(text);
      else explorer.play(text);
    },
    onChoose: () => match.dismiss(),
    onImpossible: (words, action) => {
      if (mayMove && !position.over) match.why(explorer.at, words, action);
    },
    more: (prefix) => match.more(explorer.at, prefix),
  });

  const { reason, answer } = match;
  useEffect(() => {
    if (reason && reason.line !== null) {
      setLine(reason.line);
      if (tab !== "rules") setFormer(tab);
      setTab("rules");
    }
  }, [reason]);
  useEffect(() => {
    setLine(null);
    if (former !== null && tab === "rules") setTab(former);
    setFormer(null);
  }, [live.ply]);
  useEffect(() => {
    if (!answer) return;
    const timer = setTimeout(() => match.dismiss(), TOUCH);
    return () => clearTimeout(timer);
  }, [answer]);
  useEffect(() => setHint(null), [live]);
  useEffect(() => {
    if (set.sound && live.last) knock();
  }, [live.ply]);

  const showLine = (wanted: number) => {
    setLine(wanted);
    setTab("rules");
    document.getElementById("side")?.scrollIntoView({ block: "nearest" });
  };
  const askHint = () => void match.hint().then(setHint);
  const stepping = {
    ArrowLeft: () => explorer.step(-1),
    ArrowRight: () => explorer.step(1),
    Home: () => explorer.goTo({ ply: 0, moves: [] }),
    End: () => explorer.goTo(null),
    u: () => table.can.undo && match.send({ type: "undo" }),
    r: () => table.can.redo && match.send({ type: "redo" }),
    t: () => document.getElementById("typed")?.focus(),
    "/": () => document.getElementById("typed")?.focus(),
    b: () => document.querySelector<SVGElement>(".board [tabindex='0']")?.focus(),
    a: () => {
      explorer.setThinking(!explorer.isThinking);
      setTab("analysis");
    },
    h: () => match.isMyTurn && askHint(),
    f: () => setFlipped(!isFlipped),
    Escape: () => {
      chooser.clear();
      match.dismiss();
    },
  };
  useKeys(stepping);

  const prompt = position.over
    ? resultText(position)
    : !isLive
      ? `After move ${explorer.at.ply}${explorer.at.moves.length > 0 ? `, variation: ${explorer.at.moves.join(", ")}` : ` of ${live.length}`}`
      : match.isMyTurn
        ? `${live.colours[live.acting ?? 0]}: ${asked(chooser.view, position, drawing.actions, nameOf)}`
        : waitingFor(properties);
  const lit = reason?.cells ?? [];
  const best = explorer.isThinking ? (explorer.thought?.best ?? []) : hint === null ? [] : [{ move: hint, share: 1 }];
  const isOver = position.over && isLive;

  return (
    <main class={hasTiles(drawing) ? "table tiled" : "table"}>
      <h1 class="visually-hidden">{table.title}</h1>
      <div class="prompt" aria-live="polite">
        {isOver ? (
          <Ending position={position} onLine={showLine} onAgain={match.mine.length > 0 ? () => again(properties) : null} />
        ) : (
          <p class={match.isMyTurn && isLive ? "asked mine" : "asked"}>
            {isLive && last && last.seat === null && <span class="chance">{last.text}</span>}
            {prompt}
          </p>
        )}
        {!isLive && (
          <button type="button" class="main" onClick={() => explorer.goTo(null)}>Back to the match</button>
        )}
      </div>
      <p class="visually-hidden" aria-live="polite">
        {last ? `${last.seat === null ? "Chance" : live.colours[last.seat]}: ${last.text}` : ""}
      </p>
      <div class="board-area">
        {explorer.isThinking && explorer.thought?.expected && (
          <Bar expected={explorer.thought.expected} colours={position.colours} fills={fills} />
        )}
        <Board
          scene={scene}
          position={withTouched(position, answer)}
          sheet={match.sheet}
          chooser={chooser}
          nameOf={nameOf}
          lit={lit}
          shares={sharesOf(best, scene)}
          hasMarks={set.marks}
          label={`Board of ${table.title}`}
        />
      </div>
      <div class="below">
        {questions && (
          <div class="choices ask" role="group" aria-label="Ask or move">
            <button type="button" class="choice" aria-pressed={asking === null} onClick={() => setAsking(null)}>Move</button>
            {namesOf(questions).map((name) => (
              <button key={name} type="button" class="choice" aria-pressed={asking === name} onClick={() => setAsking(name)}>
                {name.replaceAll("_", " ")}?
              </button>
            ))}
          </div>
        )}
        <Choices chooser={chooser} sheet={match.sheet} lookOf={(word) => position.looks?.[word] ?? position.supply.find(({ text }) => text === word)?.look ?? null} />
      </div>
      <div class="near">
        <Seats table={table} position={position} fills={fills} thinking={match.thinking} />
        <Beside position={position} sheet={match.sheet} hasSupply={!chooser.view.groups.some(({ type }) => type === "piece")} />
        <Controls match={match} onFlip={() => setFlipped(!isFlipped)} onHint={askHint} />
        <Typed
          moves={candidatesOf(mayMove ? position.offers : null, drawing.actions)}
          onMove={(text) => (isLive ? match.play(text) : explorer.play(text))}
          onImpossible={(words) => match.why(explorer.at, words.slice(1), words[0] ?? null)}
        />
      </div>
      <Side
        match={match}
        explorer={explorer}
        drawing={drawing}
        position={position}
        tab={tab}
        onTab={setTab}
        line={line ?? position.ended?.line ?? null}
      >
        <News match={match} hint={hint} onHint={(move) => match.play(move)} onLine={showLine} />
      </Side>
    </main>
  );
}
