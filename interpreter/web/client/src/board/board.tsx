// The board: a scene, a position and what may be chosen on it.  It knows of no network.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { plain } from "../parts/words";
import type { Scene, SceneCell } from "../wire";
import type { Position } from "../wire";
import { Annotations } from "./annotations";
import type { Share } from "./annotations";
import { Between } from "./between";
import { useFrame } from "./frame";
import { ARROWS, neighbour } from "./geometry";
import { useGestures } from "./gestures";
import { arrivals, glide } from "./glide";
import { Ground } from "./ground";
import { Marks } from "./marks";
import { Stored } from "./parts";
import type { Sheet } from "./sheet";
import { boardLabel, storedByCell, toldByPointer } from "./told";
import type { Chooser } from "./use-choice";

/** What is drawn of a position. */
export type Shown = Pick<Position, "pieces" | "hidden" | "decorations" | "last"> & {
  ended?: Position["ended"];
  /** Cells that a question was asked about. */
  touched?: readonly string[];
};

interface BoardProperties {
  scene: Scene;
  position: Shown;
  sheet: Sheet;
  /** What may be chosen; null where the board is only looked at. */
  chooser: Chooser | null;
  /** A name for a piece's look, for people who hear the board. */
  nameOf: (look: string) => string;
  /** Cells that a message is about. */
  lit?: readonly string[];
  /** What an agent thinks of moves. */
  shares?: readonly Share[];
  /** Whether the cells that may be chosen are shown. */
  hasMarks?: boolean;
  label?: string;
}

function label(cell: SceneCell, { position, nameOf, chooser }: BoardProperties, stored: readonly string[]): string {
  const parts = [plain(cell.name)];
  const look = position.pieces[cell.name];
  if (look !== undefined) parts.push(nameOf(look));
  else if (position.hidden.includes(cell.name)) parts.push("hidden");
  else if (stored.length === 0) parts.push("empty");
  parts.push(...stored);
  if (chooser?.view.selected.has(cell.name)) parts.push("chosen");
  else if (chooser?.view.next.has(cell.name)) parts.push("can be chosen");
  return parts.join(", ");
}

/** What can be done with a cell: tapped as part of a move, or its piece dragged. */
function kindOf(cell: string, { chooser, position }: BoardProperties): string {
  if (!chooser) return "";
  const { next, selected } = chooser.view;
  const isDraggable = cell in position.pieces && (next.has(cell) || selected.has(cell));
  return [next.has(cell) ? "can" : "", isDraggable ? "drag" : ""].join(" ").trim();
}

/** The group of the pieces, which glide when the position changes; the one that was dropped stays. */
function useGlide(position: Shown, places: ReadonlyMap<string, SceneCell>, dropped: { current: string | null }) {
  const pieces = useRef<SVGGElement>(null);
  const before = useRef(position.pieces);
  useLayoutEffect(() => {
    const group = pieces.current;
    if (!group || before.current === position.pieces) return;
    const found = arrivals(before.current, position.pieces, position.last);
    before.current = position.pieces;
    for (const moved of group.querySelectorAll<SVGElement>("[style]")) moved.removeAttribute("style");
    glide(group, places, found.filter(({ cell }) => cell !== dropped.current));
    dropped.current = null;
  }, [position.pieces]);
  return pieces;
}

interface PiecesProperties {
  pieces: Position["pieces"];
  places: ReadonlyMap<string, SceneCell>;
  sheet: Sheet;
}

function Pieces({ pieces, places, sheet }: PiecesProperties) {
  return (
    <>
      {Object.entries(pieces).map(([cell, look]) => {
        const { x = 0, y = 0 } = places.get(cell) ?? {};
        return (
          <g key={cell} transform={`translate(${x} ${y})`}>
            <use data-piece={cell} class="piece" href={sheet.href(look)} />
          </g>
        );
      })}
    </>
  );
}

/** The cells as buttons above everything that is drawn. */
function Hits({ focus, onFocus, ...properties }: BoardProperties & { focus: string; onFocus: (cell: string) => void }) {
  const { scene, chooser, position: { decorations } } = properties;
  const stored = useMemo(() => storedByCell(decorations), [decorations]);
  const isTold = useMemo(() => toldByPointer(scene), [scene]);
  return (
    <g class="hits">
      {scene.cells.map((cell) => (
        <polygon
          key={cell.name}
          data-cell={cell.name}
          points={cell.points}
          role="button"
          tabindex={cell.name === focus ? 0 : -1}
          aria-label={label(cell, properties, stored.get(cell.name) ?? [])}
          class={kindOf(cell.name, properties)}
          onFocus={() => onFocus(cell.name)}
          onClick={(event: MouseEvent) => event.detail === 0 && chooser?.tap(cell.name)}
        >
          {isTold(cell.name) && <title>{plain(cell.name)}</title>}
        </polygon>
      ))}
    </g>
  );
}

/** Where somebody who uses keys comes onto the board: the first cell that may be chosen, or the first of all. */
function firstOf(cells: readonly SceneCell[], next: ReadonlySet<string> | undefined): string | undefined {
  return (cells.find(({ name }) => next?.has(name)) ?? cells[0])?.name;
}

/** A board that can be tapped, dragged on and walked over with the arrow keys. */
export function Board(properties: BoardProperties) {
  const { scene, position, sheet, chooser, lit = [], shares = [], hasMarks = true } = properties;
  const svg = useRef<SVGSVGElement>(null);
  const dropped = useRef<string | null>(null);
  const [visited, setFocus] = useState<string | null>(null);
  const focus = visited ?? firstOf(scene.cells, chooser?.view.next) ?? "";
  const places = useMemo(() => new Map(scene.cells.map((cell) => [cell.name, cell])), [scene]);

  const occupied = useMemo(() => new Set(Object.keys(position.pieces)), [position.pieces]);
  const { frame, isSmall, isLarge, width, onToggle } = useFrame(scene, occupied, position.last?.cells ?? []);
  const pieces = useGlide(position, places, dropped);
  const gestures = useGestures({
    svg: () => svg.current,
    canDrag: (cell) => chooser !== null && cell in position.pieces,
    onTap: (cell) => {
      setFocus(cell);
      chooser?.tap(cell);
    },
    onDrag: (from, to) => {
      const isPlayed = chooser?.drag(from, to) ?? false;
      dropped.current = isPlayed ? to : null;
      return isPlayed;
    },
  });

  const press = (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    const at = places.get(focus);
    if (way && at) {
      const to = neighbour(scene.cells, at, way);
      if (to) {
        setFocus(to.name);
        svg.current?.querySelector<SVGElement>(`[data-cell="${CSS.escape(to.name)}"]`)?.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") chooser?.tap(focus);
    else if (event.key === "Escape") chooser?.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const { dragged } = gestures;
  const view = useMemo(() => {
    if (!chooser || !hasMarks) return null;
    return (dragged !== null && chooser.viewOfDrag(dragged)) || chooser.view;
  }, [chooser?.view, hasMarks, dragged]);
  const ground = useMemo(() => <Ground scene={scene} />, [scene]);
  const [under, over] = useMemo(() => {
    const shared = { decorations: position.decorations, turn: scene.turn ?? null, sheet };
    return [<Stored under {...shared} />, <Stored under={false} {...shared} />];
  }, [position.decorations, scene, sheet]);
  const drawn = useMemo(
    () => <Pieces pieces={position.pieces} places={places} sheet={sheet} />,
    [position.pieces, places, sheet],
  );

  return (
    <>
      {isSmall && (
        <button type="button" class="board-larger" onClick={onToggle}>
          {isLarge ? "Whole board" : "Larger cells"}
        </button>
      )}
      <div ref={frame} class={isLarge ? "board-frame large" : "board-frame"}>
        <svg
          ref={svg}
          class={dragged === null ? "board" : "board dragging"}
          viewBox={scene.viewBox}
          style={width === null ? undefined : { width, height: "auto", maxHeight: "none" }}
          role="group"
          aria-label={boardLabel(properties.label ?? "Board", position.decorations)}
          onKeyDown={press}
          {...gestures.handlers}
        >
          {ground}
          {under}
          <Marks
            places={places}
            style={scene.style}
            position={position}
            view={view}
            lit={lit}
            over={gestures.over}
          />
          <g class="pieces" ref={pieces}>{drawn}</g>
          {over}
          <Annotations places={places} scribbles={gestures.scribbles} shares={shares} />
          <Hits {...properties} focus={focus} onFocus={setFocus} />
          <Between chooser={chooser} places={places} style={scene.style} />
        </svg>
      </div>
    </>
  );
}
