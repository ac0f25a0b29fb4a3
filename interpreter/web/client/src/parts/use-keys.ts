// The keys of the table, where no field and no cell of the board takes them.
import { useLayoutEffect } from "preact/hooks";

export type Keys = Readonly<Record<string, () => void>>;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select, dialog") !== null;
}

/** Calls a function for each key pressed, as the view that is shown has it: an effect after drawing would be late. */
export function useKeys(keys: Keys): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
