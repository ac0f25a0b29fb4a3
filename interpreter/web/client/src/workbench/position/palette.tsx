// The pieces that there can be: one is chosen and tapped onto cells, or dragged there.
import { useRef } from "preact/hooks";
import { Tile } from "../../board/tile";
import type { Palette, PieceData } from "../protocol";
import type { Bench } from "../store";

interface PaletteProperties {
  bench: Bench;
  palette: Palette;
  /** The piece that a tap puts on a cell; null: a tap takes a piece away; undefined: it does nothing. */
  chosen: PieceData | null | undefined;
  onChoose: (piece: PieceData | null) => void;
  onPlace: (cell: string, piece: PieceData | null) => void;
}

type Entry = Palette["pieces"][number];

function dataOf({ kind, colour, attributes }: Entry): PieceData {
  return {
    kind,
    ...(colour == null ? {} : { colour }),
    ...(attributes && Object.keys(attributes).length > 0 ? { attributes } : {}),
  };
}

function cellUnder(event: PointerEvent): string | null {
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const cell = element.closest<SVGElement>("[data-cell]")?.dataset.cell;
    if (cell !== undefined) return cell;
  }
  return null;
}

/** A tile that follows the pointer while it is dragged. */
function useDrag(onDrop: (cell: string) => void) {
  const from = useRef<{ x: number; y: number } | null>(null);
  const settle = (event: PointerEvent) => {
    const tile = event.currentTarget as HTMLElement;
    tile.style.transform = "";
    tile.classList.remove("dragged");
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      from.current = { x: event.clientX, y: event.clientY };
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (!from.current) return;
      const x = event.clientX - from.current.x;
      const y = event.clientY - from.current.y;
      const tile = event.currentTarget as HTMLElement;
      if (Math.hypot(x, y) < 6 && !tile.classList.contains("dragged")) return;
      tile.classList.add("dragged");
      tile.style.transform = `translate(${x}px, ${y}px)`;
    },
    onPointerUp: (event: PointerEvent) => {
      const isDragged = (event.currentTarget as HTMLElement).classList.contains("dragged");
      from.current = null;
      settle(event);
      const cell = isDragged ? cellUnder(event) : null;
      if (cell !== null) onDrop(cell);
    },
    onPointerCancel: (event: PointerEvent) => {
      from.current = null;
      settle(event);
    },
  };
}

function PieceButton({ bench, entry, isChosen, onChoose, onPlace }: {
  bench: Bench;
  entry: Entry;
  isChosen: boolean;
  onChoose: (piece: PieceData) => void;
  onPlace: (cell: string, piece: PieceData) => void;
}) {
  const piece = dataOf(entry);
  const drag = useDrag((cell) => onPlace(cell, piece));
  return (
    <button type="button" class="wb-piece" aria-pressed={isChosen} title={entry.text} onClick={() => onChoose(piece)} {...drag}>
      <Tile sheet={bench.sheet} look={entry.look} />
      <span class="wb-hidden">{entry.text}</span>
    </button>
  );
}

/** What a tap does. */
function wayOf(chosen: PieceData | null | undefined): string {
  if (chosen === undefined) return "Choose a piece and tap cells to put it there, or drag pieces.";
  if (chosen === null) return "Tap cells to clear them, or choose a piece.";
  return `Tap cells to put ${[chosen.colour, chosen.kind].filter(Boolean).join(" ")} there, or drag.`;
}

export function PaletteBar({ bench, palette, chosen, onChoose, onPlace }: PaletteProperties) {
  const key = JSON.stringify(chosen);
  return (
    <div class="wb-palette" role="group" aria-label="Pieces to put on the board">
      {palette.pieces.map((entry) => (
        <PieceButton
          key={entry.look + entry.text} bench={bench} entry={entry} onChoose={onChoose} onPlace={onPlace}
          isChosen={chosen != null && key === JSON.stringify(dataOf(entry))}
        />
      ))}
      <button type="button" class="wb-piece wb-erase" aria-pressed={chosen === null} title="Take pieces away" onClick={() => onChoose(null)}>
        <span aria-hidden="true">✕</span><span class="wb-hidden">take pieces away</span>
      </button>
      <p class="wb-faint">{wayOf(chosen)}</p>
    </div>
  );
}
