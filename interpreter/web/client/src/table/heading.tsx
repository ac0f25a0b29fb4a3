// Above the board: what is asked of whom, or how the match ended.
import { Fragment } from "preact";
import { useRef } from "preact/hooks";
import type { Explorer } from "../analysis/explorer";
import { SmallCard } from "../board/hands";
import type { View } from "../board/selection";
import type { Drawing, Position, TableMessage } from "../wire";
import { Ending } from "./ending";
import { makeTable } from "./new-table";
import { asked, decided, resultText, seatName } from "./prompt";
import type { TableStore } from "./store";
import { sinceOwn } from "./since";
import { useShown } from "../parts/use-shown";
import { plain } from "../parts/words";
import { go } from "../router";

export interface Match {
  match: TableStore;
  explorer: Explorer;
  table: TableMessage;
  drawing: Drawing;
  live: Position;
}

interface HeadingProperties extends Match {
  /** The position on the board. */
  position: Position;
  /** What has been chosen of a move so far. */
  view: View;
  onLine: (line: number) => void;
}

/** What this browser has chosen where all choose at once. */
function ownChoice({ live }: Match): string {
  const own = live.chosen?.find(({ text }) => text !== null);
  return own ? `You have chosen “${plain(own.text ?? "")}”. ` : "";
}

function waitingFor(properties: Match): string {
  return ownChoice(properties) + whoIsWaitedFor(properties);
}

function whoIsWaitedFor({ match, table, live }: Match): string {
  if (live.chance) return "Chance decides …";
  if (live.acting === null) return "Waiting for the others";
  const name = seatName(table, live.acting, live.colours);
  const isAgent = table.seats[live.acting]?.who !== "person";
  if (isAgent || match.thinking === live.acting) return `${name} is thinking …`;
  return match.mine.length > 0 ? `Waiting for ${name}` : `${name} is to move`;
}

/** The place that is looked at, away from the match. */
function placeText({ explorer, live }: Match): string {
  const { ply, moves } = explorer.at;
  return `After move ${ply}${moves.length > 0 ? `, variation: ${plain(moves.join(", "))}` : ` of ${live.length}`}`;
}

/** What chance has just decided. */
function Decided({ live }: Match) {
  const text = decided(live);
  return text === "" ? null : <span class="chance">{text}</span>;
}

/** What the others have played since one's own last move, where no board marks it. */
function Since({ match, drawing, live }: Match) {
  if (drawing.scene.cells.length > 0 || !match.isMyTurn || live.acting === null) return null;
  const dealt = new Set(live.values.filter(({ hands = [] }) => hands.length > 0).map(({ name }) => name));
  const moves = sinceOwn(match.list, live.acting, { ...drawing, dealt });
  if (moves.length === 0) return null;
  return (
    <span class="since">
      {moves.map(({ colour, parts }, i) => (
        <span key={i} class="since-move">
          {i > 0 && " · "}
          {colour}{" "}
          {parts.map((part, n) => (
            <Fragment key={n}>
              {n > 0 && " "}
              {typeof part === "string" ? part : <SmallCard card={part} sheet={match.sheet} />}
            </Fragment>
          ))}
        </span>
      ))}
    </span>
  );
}

/** Who made the last move. */
function whoMoved({ live }: Match): string {
  const { last, colours } = live;
  if (!last) return "";
  if (last.seat !== null) return colours[last.seat] ?? "";
  return last.colour === null ? "Chance" : `Chance for ${last.colour}`;
}

function promptOf(properties: HeadingProperties): string {
  const { match, explorer, drawing, live, position, view } = properties;
  if (position.over) return resultText(position);
  if (explorer.place !== null) return placeText(properties);
  if (!match.isMyTurn) return waitingFor(properties);
  const question = asked(view, position, drawing.actions, (look) => match.sheet.nameOf(look));
  const together = live.chosen ? " – all at once" : "";
  return `${live.colours[live.acting ?? 0]}: ${question}${together}`;
}

/** The same match with everybody one seat further. */
async function again({ match, table, drawing }: Match): Promise<string | null> {
  const sitting = table.seats.map(({ who, mine }) => ({ who, isLinked: who === "person" && !mine }));
  const last = sitting.pop();
  const { game, options = {}, start = null } = table;
  try {
    return await makeTable({ game, options, start }, last ? [last, ...sitting] : sitting, drawing.players);
  } catch (error) {
    match.say((error as Error).message, true);
    return null;
  }
}

/** Makes that match, once at a time, and goes there unless the table was left. */
function useAgain(match: Match): () => void {
  const isMaking = useRef(false);
  const isShown = useShown();
  return () => {
    if (isMaking.current) return;
    isMaking.current = true;
    void again(match).then((address) => {
      isMaking.current = false;
      if (address !== null && isShown()) go(address);
    });
  };
}

export function Heading(properties: HeadingProperties) {
  const { match, explorer, drawing, live, position, onLine } = properties;
  const { last } = live;
  const isLive = explorer.place === null;
  const asked = useRef("");
  const onAgain = useAgain(properties);
  if (!match.isSending) asked.current = promptOf(properties); // until a move is answered, what was asked stays
  return (
    <>
      <div class={drawing.scene.cells.length > 0 ? "prompt" : "prompt telling"} aria-live="polite">
        {position.over && isLive ? (
          <Ending position={position} onLine={onLine} onAgain={match.mine.length > 0 ? onAgain : null} />
        ) : (
          <p class={match.isMyTurn && isLive ? "asked mine" : "asked"}>
            {isLive && <Decided {...properties} />}
            {asked.current}
            {isLive && <Since {...properties} />}
          </p>
        )}
        {!isLive && (
          <button type="button" class="main" onClick={() => explorer.goTo(null)}>Back to the match</button>
        )}
      </div>
      <p class="visually-hidden" aria-live="polite">
        {last ? `${whoMoved(properties)}: ${plain(last.text)}` : ""}
      </p>
    </>
  );
}
