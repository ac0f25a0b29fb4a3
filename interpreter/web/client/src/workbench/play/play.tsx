// The board of the workbench, played on for all seats.
import { useState } from "preact/hooks";
import { Board } from "../../board/board";
import { BesideBoard } from "../../board/hands";
import { choosesFrom, lyingIn, SUPPLY } from "../../board/lying";
import { Spread } from "../../board/spread";
import { Choices } from "../../board/choices";
import { useChoice } from "../../board/use-choice";
import { settings } from "../../parts/settings";
import { useStore } from "../../parts/store";
import { asked, resultText } from "../../table/prompt";
import type { Ended } from "../../wire";
import { PositionEditor } from "../position/position";
import type { Bench } from "../store";
import { Controls } from "./controls";
import { Options } from "./options";
import { Said } from "../../parts/said";
import { namesAsWords } from "../../parts/words";

function said(bench: Bench, prompt: string): string {
  const it = bench.match.position;
  if (!it) return "";
  if (it.over) return `${resultText(it)}.`;
  if (it.chance) return "Chance decides.";
  const colour = it.acting === null ? "" : (it.colours[it.acting] ?? "");
  return prompt ? `${colour}: ${prompt}` : `${colour} to move`;
}

/** The line that ended the game. */
function Ending({ bench, ended }: { bench: Bench; ended: Ended }) {
  const { line } = ended;
  return (
    <span class="wb-ending">
      {ended.message === ended.rule ? <code>{ended.message}</code> : ended.message}
      {line !== null && <> <button type="button" class="wb-link" onClick={() => bench.onLine(line)}>line {line}</button></>}
    </span>
  );
}

function Message({ bench }: { bench: Bench }) {
  const { notice } = bench;
  const { reason, note } = bench.match;
  if (!reason && !note && !notice) return null;
  return (
    <div class="wb-message" role="status">
      <p>
        <Said text={reason ? namesAsWords(reason.message) : notice ?? note ?? ""} />
        {reason?.line != null && (
          <>
            {" "}
            <button type="button" class="wb-link" onClick={() => bench.onLine(reason.line ?? 1)}>line {reason.line}</button>
          </>
        )}
      </p>
      <button type="button" class="wb-quiet" aria-label="Dismiss" onClick={() => bench.dismiss()}>✕</button>
    </div>
  );
}

/** Options, board and what is below it. */
export function Play({ bench }: { bench: Bench }) {
  useStore(bench);
  const { playAtOnce } = useStore(settings).value;
  const [isEditing, setIsEditing] = useState(false);
  const { drawing } = bench;
  const { position } = bench.match;
  const isStale = bench.status === "invalid" || !bench.isConnected;
  const isMine = position !== null && position.acting !== null && position.acting === position.seat && !position.over;
  const chooser = useChoice({
    offers: isMine && !isStale ? position.offers : null,
    shapes: drawing?.actions ?? {},
    atOnce: playAtOnce,
    onMove: (text) => bench.match.play(text),
    onImpossible: (words, action) => bench.match.why(words, action),
  });
  if (!drawing || !position) {
    return <p class="wb-empty" role="status">{bench.status === "invalid" ? "No board yet: the rules cannot be played." : "…"}</p>;
  }
  const nameOf = (look: string) => bench.sheet.nameOf(look);
  const lying = isMine && !isStale ? lyingIn(chooser.view, position) : null;
  const prompt = isMine && !isStale ? asked(chooser.view, position, drawing.actions, nameOf) : "";
  if (isEditing && !isStale) {
    return <PositionEditor bench={bench} drawing={drawing} onDone={() => setIsEditing(false)} />;
  }
  return (
    <div class={isStale ? "wb-play stale" : "wb-play"}>
      <h2 class="wb-title">{drawing.title}</h2>
      <Options bench={bench} options={drawing.options} />
      <div class="wb-ground">
        {drawing.scene.cells.length === 0 ? (
          <Spread position={position} sheet={bench.sheet} lying={lying} chooser={chooser} facts={drawing.words} label={`What is known in ${drawing.title}`} />
        ) : <Board
          scene={drawing.scene} position={position} sheet={bench.sheet} chooser={isMine && !isStale ? chooser : null}
          nameOf={nameOf} lit={bench.match.reason?.cells ?? []} label={`Board of ${drawing.title}`}
        />}
        {isStale && <p class="wb-stale" aria-hidden="true">last rules that could be played</p>}
      </div>
      <p class="wb-prompt" aria-live="polite">
        {said(bench, prompt)} {position.over && position.ended && <Ending bench={bench} ended={position.ended} />}
      </p>
      {isMine && !isStale && <Choices chooser={chooser} sheet={bench.sheet} lookOf={(word) => position.looks?.[word] ?? null} lying={lying} facts={drawing.words} letters={drawing.letters} />}
      <Message bench={bench} />
      {drawing.scene.cells.length > 0 && (
        <BesideBoard position={position} sheet={bench.sheet} lying={lying} chooser={chooser} facts={drawing.words} hasSupply={choosesFrom(drawing.actions, SUPPLY)} />
      )}
      <Controls bench={bench} position={position} drawing={drawing} onEdit={() => setIsEditing(true)} isStale={isStale} />
    </div>
  );
}
