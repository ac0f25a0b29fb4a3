// What can be done with a match besides moving.
import { useState } from "preact/hooks";
import { getText } from "../parts/api";
import { Icon, IconButton } from "../parts/icons";
import { linksOf } from "../parts/memory";
import { useSettling } from "../parts/use-settling";
import { Links } from "./links";
import type { TableStore } from "./store";

/** Saves a text as a file of the person. */
function save(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Whether a match has just been made, and somebody has still to be given a link. */
function isWaiting(match: TableStore): boolean {
  const isFree = match.table?.seats.some(({ who, connected }) => who === "person" && !connected) ?? false;
  return isFree && match.list.length === 0 && (linksOf(match.id)?.seats.length ?? 0) > 0;
}

interface ControlsProperties {
  match: TableStore;
  /** Turns the board round; null where there is none. */
  onFlip: (() => void) | null;
  /** Asks for a hint; null while another position is looked at. */
  onHint: (() => void) | null;
}

export function Controls({ match, onFlip, onHint }: ControlsProperties) {
  const [isSharing, setSharing] = useState(() => isWaiting(match));
  /** The seat that is about to be given up, whoever's turn it is by then. */
  const [resigning, setResigning] = useState<number | null>(null);
  const row = useSettling<HTMLDivElement>();
  const can = match.table?.can ?? {};
  const links = linksOf(match.id);
  const [seat] = match.isMyTurn && match.live?.acting != null ? [match.live.acting] : match.mine;
  const saveRecord = () => {
    const key = match.keys.map(encodeURIComponent).join(",");
    getText(`/api/tables/${encodeURIComponent(match.id)}/record?key=${key}`).then(
      (text) => save(text, `${match.table?.title ?? "match"}.record`),
      (error: Error) => match.say(error.message, true),
    );
  };
  return (
    <div ref={row} class="controls" role="group" aria-label="The match">
      <IconButton icon="undo" label="Undo" disabled={!can.undo} onClick={() => match.send({ type: "undo" })} />
      <IconButton icon="redo" label="Redo" disabled={!can.redo} onClick={() => match.send({ type: "redo" })} />
      <IconButton icon="bulb" label="Hint" disabled={!can.hint || !match.isMyTurn || !onHint} onClick={() => onHint?.()} />
      {onFlip && <IconButton icon="flip" label="Turn the board round" onClick={onFlip} />}
      <span class="spring" />
      {can.draw && (
        <button type="button" class="icon-button" aria-label="Offer a draw" title="Offer a draw" onClick={() => match.send({ type: "draw", answer: "offer" })}>½</button>
      )}
      {resigning !== null && can.resign ? (
        <span class="sure">
          <button
            type="button"
            class="danger"
            onClick={() => {
              setResigning(null);
              match.send({ type: "resign", seat: resigning });
            }}
          >
            Resign
          </button>
          <button type="button" onClick={() => setResigning(null)}>No</button>
        </span>
      ) : (
        <IconButton icon="flag" label="Resign …" disabled={!can.resign} onClick={() => setResigning(seat ?? null)} />
      )}
      <IconButton icon="save" label="Save the record" disabled={can.record === false} onClick={saveRecord} />
      {links && (
        <button type="button" class="icon-button" aria-label="Links for others" title="Links for others" onClick={() => setSharing(true)}>
          <Icon name="link" />
        </button>
      )}
      {isSharing && links && <Links table={match.id} links={links} onClose={() => setSharing(false)} />}
    </div>
  );
}
