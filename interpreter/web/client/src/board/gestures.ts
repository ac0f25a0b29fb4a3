// Pointers on a board: taps, drags of pieces, and arrows and circles drawn with the right button.
import { useRef, useState } from "preact/hooks";
import type { Point } from "./geometry";

/** An arrow between two cells, or a circle round one. */
export interface Scribble {
  from: string;
  to: string;
}

interface Held {
  cell: string;
  pointer: number;
  start: Point;
  isRight: boolean;
  isMoving: boolean;
}

interface Gestures {
  handlers: Record<string, (event: PointerEvent & MouseEvent) => void>;
  /** The cell whose piece follows the pointer, and the cell under the pointer. */
  dragged: string | null;
  over: string | null;
  scribbles: readonly Scribble[];
}

interface Options {
  svg: () => SVGSVGElement | null;
  canDrag: (cell: string) => boolean;
  onTap: (cell: string) => void;
  /** A piece was dropped; false if it is to go back. */
  onDrag: (from: string, to: string) => boolean;
}

const PATIENCE = 1500; // milliseconds for which a dropped piece waits for its move
/** A piece that lies where it was dropped until its move comes. */
interface Dropped {
  piece: SVGElement | null;
  timer: ReturnType<typeof setTimeout>;
}

const FAR = 6; // pixels that a pointer moves before a tap becomes a drag

function cellAt(event: { clientX: number; clientY: number }, svg: SVGSVGElement | null): string | null {
  const element = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-cell]");
  return svg?.contains(element ?? null) ? ((element as SVGElement).dataset.cell ?? null) : null;
}

function toggled(scribbles: readonly Scribble[], one: Scribble): Scribble[] {
  const others = scribbles.filter(({ from, to }) => from !== one.from || to !== one.to);
  return others.length < scribbles.length ? others : [...scribbles, one];
}

/** The handlers of a board, and what is being done with it. */
export function useGestures({ svg, canDrag, onTap, onDrag }: Options): Gestures {
  const held = useRef<Held | null>(null);
  const dropped = useRef<Dropped | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [scribbles, setScribbles] = useState<readonly Scribble[]>([]);

  const pieceOn = (cell: string) =>
    svg()?.querySelector<SVGElement>(`[data-piece="${CSS.escape(cell)}"]`) ?? null;
  const follow = (cell: string, event: PointerEvent, start: Point) => {
    const piece = pieceOn(cell);
    const scale = svg()?.getScreenCTM()?.a ?? 1;
    const x = (event.clientX - start.x) / scale;
    const y = (event.clientY - start.y) / scale;
    if (piece) piece.style.transform = `translate(${x}px, ${y}px)`;
  };
  const settle = () => {
    clearTimeout(dropped.current?.timer);
    dropped.current?.piece?.style.removeProperty("transform");
    dropped.current = null;
  };
  const letGo = () => {
    const cell = held.current?.cell;
    if (cell !== undefined) pieceOn(cell)?.style.removeProperty("transform");
    held.current = null;
    setDragged(null);
    setOver(null);
  };

  return {
    dragged,
    over,
    scribbles,
    handlers: {
      onContextMenu: (event) => event.preventDefault(),
      onPointerDown: (event) => {
        const cell = cellAt(event, svg());
        if (event.button === 0 && scribbles.length > 0) setScribbles([]);
        if (cell === null || (event.button !== 0 && event.button !== 2)) return;
        settle(); // else its time would be up while it is dragged again
        const start = { x: event.clientX, y: event.clientY };
        held.current = { cell, pointer: event.pointerId, start, isRight: event.button === 2, isMoving: false };
        const isDraggable = event.button === 0 && canDrag(cell);
        if (isDraggable) svg()?.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event) => {
        const it = held.current;
        if (!it || it.pointer !== event.pointerId || it.isRight || !canDrag(it.cell)) return;
        const far = Math.hypot(event.clientX - it.start.x, event.clientY - it.start.y);
        if (!it.isMoving && far < FAR) return;
        it.isMoving = true;
        follow(it.cell, event, it.start);
        setDragged(it.cell);
        setOver(cellAt(event, svg()));
      },
      onPointerUp: (event) => {
        const it = held.current;
        if (!it || it.pointer !== event.pointerId) return;
        const cell = cellAt(event, svg());
        const isDropped = it.isMoving && cell !== null && cell !== it.cell;
        if (isDropped && onDrag(it.cell, cell)) {
          const piece = pieceOn(it.cell);
          settle();
          dropped.current = { piece, timer: setTimeout(settle, PATIENCE) };
          held.current = null;
          setDragged(null);
          setOver(null);
          return;
        }
        letGo();
        if (cell === null) return;
        if (it.isRight) setScribbles((before) => toggled(before, { from: it.cell, to: cell }));
        else if (cell === it.cell && !it.isMoving) onTap(cell);
      },
      onPointerCancel: letGo,
    },
  };
}
