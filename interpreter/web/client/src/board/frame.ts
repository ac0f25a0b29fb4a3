// Boards whose cells would be too small to tap on a narrow screen: drawn larger, in a frame that is panned.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Scene, SceneCell } from "../wire";

const CELL = 40; // across, in the units of a scene
const LEAST = 24; // pixels across that a finger can aim at
const LARGER = 34; // pixels across, of a board that is drawn larger
const NARROW = 720; // pixels, from which on there is a mouse as a rule

interface Box {
  left: number;
  top: number;
  width: number;
}

const boxOf = (scene: Scene): Box => {
  const [left = 0, top = 0, width = 1] = scene.viewBox.split(" ").map(Number);
  return { left, top, width };
};

/** Whether the cells of a scene are too small where it has so many pixels. */
export const isTooSmall = (scene: Scene, room: number): boolean => (CELL * room) / boxOf(scene).width < LEAST;

/** The middle of what is occupied, or else of the board. */
export function middle(scene: Scene, occupied: ReadonlySet<string>): { x: number; y: number } {
  const some = scene.cells.filter(({ name }) => occupied.has(name));
  const cells: readonly SceneCell[] = some.length > 0 ? some : scene.cells;
  const half = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { x: half(cells.map(({ x }) => x)), y: half(cells.map(({ y }) => y)) };
}

/** Pans a frame so that a place is in the middle; with `isGentle` only where it is out of view. */
function pan(frame: HTMLElement, scene: Scene, { x, y }: { x: number; y: number }, isGentle: boolean): void {
  const { left, top } = boxOf(scene);
  const scale = LARGER / CELL;
  const at = { left: (x - left) * scale, top: (y - top) * scale };
  const isIn = (place: number, from: number, room: number) => place > from + LARGER / 2 && place < from + room - LARGER / 2;
  const isSeen = isIn(at.left, frame.scrollLeft, frame.clientWidth) && isIn(at.top, frame.scrollTop, frame.clientHeight);
  if (isGentle && isSeen) return;
  frame.scrollTo({ left: at.left - frame.clientWidth / 2, top: at.top - frame.clientHeight / 2 });
}

/** The frame of a board: whether the board is too small for it, and whether it is drawn larger. */
export function useFrame(scene: Scene, occupied: ReadonlySet<string>, last: readonly string[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [isSmall, setSmall] = useState(false);
  const [isWanted, setWanted] = useState(true);
  const isLarge = isSmall && isWanted;
  useEffect(() => {
    const around = frame.current?.parentElement;
    if (!around) return;
    const look = () => setSmall(innerWidth < NARROW && isTooSmall(scene, around.clientWidth));
    const observer = new ResizeObserver(look);
    observer.observe(around);
    return () => observer.disconnect();
  }, [scene]);
  useLayoutEffect(() => {
    if (isLarge && frame.current) pan(frame.current, scene, middle(scene, occupied), false);
  }, [isLarge, scene]);
  const [shown] = last;
  useLayoutEffect(() => {
    const place = scene.cells.find(({ name }) => name === shown);
    if (isLarge && frame.current && place) pan(frame.current, scene, place, true);
  }, [shown]);
  const width = isLarge ? `${(LARGER / CELL) * boxOf(scene).width}px` : null;
  return { frame, isSmall, isLarge, width, onToggle: () => setWanted(!isWanted) };
}
