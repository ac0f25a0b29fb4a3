// Marks between the ground and the pieces: the last move, what is chosen, what may be chosen next.
import type { Scene, SceneCell } from "../wire";
import type { Shown } from "./board";
import { isBegun, isTelling } from "./selection";
import type { View } from "./selection";

interface MarksProperties {
  places: ReadonlyMap<string, SceneCell>;
  style: Scene["style"];
  position: Shown;
  view: View | null;
  lit: readonly string[];
  /** The cell under a dragged piece. */
  over: string | null;
}

export function Marks({ places, style, position, view, lit, over }: MarksProperties) {
  const fields = (names: Iterable<string>, kind: string) =>
    [...names].map((name) => {
      const cell = places.get(name);
      if (!cell) return null;
      return style !== "cells" ? (
        <circle key={`${kind} ${name}`} class={`field ${kind}`} cx={cell.x} cy={cell.y} r={19} />
      ) : (
        <polygon key={`${kind} ${name}`} class={`field ${kind}`} points={cell.points} />
      );
    });
  const targets = view && isTelling(view, [...places.keys()], position.pieces) ? [...view.next] : [];
  const covered = new Set(position.decorations.flatMap(({ cells, under }) => (under || cells.length > 1 ? [] : cells)));
  return (
    <g class={view && !isBegun(view) ? "marks fresh" : "marks"}>
      {fields(position.hidden, "hidden")}
      {fields(position.last?.cells ?? [], "last")}
      {fields(position.ended?.cells ?? [], "deciding")}
      {fields(view?.selected ?? [], "selected")}
      {fields(position.touched ?? [], "touched")}
      {fields(lit.filter((name) => !view?.selected.has(name)), "lit")}
      {over !== null && view?.next.has(over) && fields([over], "over")}
      {targets.map((name) => {
        const cell = places.get(name);
        if (!cell) return null;
        return name in position.pieces || covered.has(name) ? (
          <circle key={name} class="target ring" cx={cell.x} cy={cell.y} r={17.5} />
        ) : (
          <circle key={name} class="target" cx={cell.x} cy={cell.y} r={6} />
        );
      })}
    </g>
  );
}
