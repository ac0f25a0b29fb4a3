// What the page has to say between moves: refusals, reasons, answers, what others ask for.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "../parts/icons";
import type { Reason } from "../wire";
import { ALL } from "./heard";
import type { Announcement } from "./heard";
import type { TableStore } from "./store";
import { plain, namesAsWords } from "../parts/words";
import { Said } from "../parts/said";

interface NewsProperties {
  match: TableStore;
  hint: string | null;
  onHint: (move: string) => void;
  onLine: (line: number) => void;
}

const LATEST = 8; // announcements that are shown at once; the tab beside the moves has all

const ANSWERS: Readonly<Record<string, string>> = { true: "yes", false: "no", none: "nothing" };

/** Why something is not possible, in sight wherever the page is scrolled to. */
function Why({ reason, close, onLine }: { reason: Reason; close: ComponentChildren; onLine: (line: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const { message, line } = reason;
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [reason]);
  return (
    <div ref={box} class="news reason" role="alert">
      <p>
        <Said text={namesAsWords(message)} />
        {line !== null && <> <button type="button" class="link-button" onClick={() => onLine(line)}>line {line}</button></>}
      </p>
      {close}
    </div>
  );
}

function Asking({ match }: { match: TableStore }) {
  const asking = match.table?.asking;
  if (!asking) return null;
  const colour = match.live?.colours[asking.seat] ?? `seat ${asking.seat + 1}`;
  const what = asking.what === "draw" ? "offers a draw" : "asks to take the last move back";
  if (match.mine.includes(asking.seat)) {
    return <p class="news">{asking.what === "draw" ? "The draw is offered." : "The others are asked to let you undo."}</p>;
  }
  const answer = (said: "accept" | "decline") => match.send({ type: asking.what, answer: said });
  return (
    <div class="news">
      <p>{colour} {what}.</p>
      {match.mine.length > 0 && (
        <>
          <button type="button" class="main" onClick={() => answer("accept")}>Agree</button>
          <button type="button" onClick={() => answer("decline")}>No</button>
        </>
      )}
    </div>
  );
}

/** What was announced, each move with its own on a line; the latest of many. */
function Announced({ all }: { all: readonly Announcement[] }) {
  return (
    <ul>
      {all.slice(-LATEST).map(({ colour, move, isOfAll, said, ply, count }) => (
        <li key={`${ply} ${isOfAll}`}>
          {isOfAll ? `${ALL} – ` : colour}{move !== "" && `: ${plain(move)}`}{colour !== "" && " – "}
          <b>{said.map(plain).join(" · ")}</b>{count > 1 && ` × ${count}`}
        </li>
      ))}
    </ul>
  );
}

export function News({ match, hint, onHint, onLine }: NewsProperties) {
  const { reason, notice, answer, announced } = match;
  const close = <IconButton icon="close" label="Dismiss" onClick={() => match.dismiss()} />;
  return (
    <div class="news-list">
      <Asking match={match} />
      {!match.isConnected && <p class="news warn" role="status">The connection is gone; it is being restored …</p>}
      {notice !== null && <div class="news warn" role="alert"><p><Said text={notice} /></p>{close}</div>}
      {reason && <Why reason={reason} close={close} onLine={onLine} />}
      {announced.length > 0 && <div class="news announced" role="status"><Announced all={announced} />{close}</div>}
      {answer && <div class="news" role="status"><p><b>{plain(answer.question)}:</b> {ANSWERS[answer.text] ?? plain(answer.text)}</p>{close}</div>}
      {hint !== null && (
        <div class="news" role="status">
          <p>A strong agent would play</p>
          <button type="button" class="move" onClick={() => onHint(hint)}>{plain(hint)}</button>
        </div>
      )}
    </div>
  );
}
