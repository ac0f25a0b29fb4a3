// Buttons that have just come, or moved, take no pointer for a moment: the second of two quick touches presses
// nothing that was not read.  Keys are not held up, and neither is the button that was pressed, if it stays in place.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

const MOMENT = 300; // milliseconds

/** What a button says and where it stands on the page, wherever that is scrolled to and whatever moves it for a look. */
function placed(button: HTMLElement): string {
  let [x, y] = [0, 0];
  for (let at: Element | null = button; at instanceof HTMLElement; at = at.offsetParent) {
    x += at.offsetLeft;
    y += at.offsetTop;
  }
  return `${x} ${y} ${button.getAttribute("aria-label") ?? button.textContent}`;
}

/** For an element with buttons: those that are held back have `data-fresh`. If they may overlap, it is all `asOne`. */
export function useSettling<Row extends HTMLElement>({ asOne = false } = {}): RefObject<Row | null> {
  const row = useRef<Row>(null);
  const since = useRef<ReadonlyMap<string, number>>(new Map());
  const pressed = useRef("");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const press = useRef((event: Event) => {
    const button = (event.target as Element).closest("button");
    if (button) pressed.current = placed(button);
  });
  useLayoutEffect(() => {
    const now = performance.now();
    row.current?.addEventListener("click", press.current, true);
    const buttons = [...(row.current?.querySelectorAll("button") ?? [])];
    const seen = buttons.map((button) => {
      const place = placed(button);
      return { button, place, at: since.current.get(place) ?? now };
    });
    since.current = new Map(seen.map(({ place, at }) => [place, at]));
    const isFresh = ({ at }: { at: number }) => now - at < MOMENT;
    const areFresh = seen.some(isFresh);
    for (const one of seen) {
      one.button.toggleAttribute("data-fresh", (asOne ? areFresh : isFresh(one)) && one.place !== pressed.current);
    }
    if (!areFresh) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => buttons.forEach((button) => button.removeAttribute("data-fresh")), MOMENT);
  });
  return row;
}
