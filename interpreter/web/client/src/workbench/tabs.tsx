// Tabs that are walked through with the arrow keys.
import { useRef } from "preact/hooks";

export interface Tab<T extends string> {
  id: T;
  text: string;
  /** Said after the text, such as a number. */
  note?: string;
}

interface TabsProperties<T extends string> {
  label: string;
  tabs: readonly Tab<T>[];
  chosen: T;
  onChoose: (id: T) => void;
}

/** A row of tabs; the panels have the ids `wb-panel-…`. */
export function Tabs<T extends string>({ label, tabs, chosen, onChoose }: TabsProperties<T>) {
  const row = useRef<HTMLDivElement>(null);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const at = tabs.findIndex(({ id }) => id === chosen);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.id);
    row.current?.querySelector<HTMLElement>(`#wb-tab-${next.id}`)?.focus();
    event.preventDefault();
  };
  return (
    <div class="wb-tabs" role="tablist" aria-label={label} ref={row} onKeyDown={press}>
      {tabs.map(({ id, text, note }) => (
        <button
          key={id} type="button" role="tab" id={`wb-tab-${id}`} aria-selected={id === chosen}
          aria-controls={id === chosen ? `wb-panel-${id}` : undefined}
          tabIndex={id === chosen ? 0 : -1} onClick={() => onChoose(id)}
        >
          {text}
          {note && <span class="wb-tab-note"> {note}</span>}
        </button>
      ))}
    </div>
  );
}
