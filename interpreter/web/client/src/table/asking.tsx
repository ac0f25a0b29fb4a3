// Whether one asks the game a question, instead of moving, and which.
import { useMemo, useState } from "preact/hooks";
import type { Offers, Position } from "../wire";
import { namesOf, only, questionsOf } from "./questions";
import { useSettling } from "../parts/use-settling";
import { plain } from "../parts/words";

export interface Asking {
  /** What may be asked now; null if nothing may. */
  questions: Offers | null;
  /** The name that was chosen; null: one moves. */
  name: string | null;
  setName: (name: string | null) => void;
  /** The questions of that name; null: one moves. */
  offers: Offers | null;
}

export function useAsking(live: Position, mayAsk: boolean): Asking {
  const [name, setName] = useState<string | null>(null);
  const questions = mayAsk ? questionsOf(live) : null;
  const offers = useMemo(
    () => (questions && name !== null ? only(questions, name) : null),
    [live, name, questions === null],
  );
  return { questions, name, setName, offers };
}

export function AskOrMove({ asking }: { asking: Asking }) {
  const { questions, name: chosen, setName } = asking;
  const row = useSettling<HTMLDivElement>();
  if (!questions) return null;
  return (
    <div ref={row} class="choices ask" role="group" aria-label="Ask or move">
      <button type="button" class="choice" aria-pressed={chosen === null} onClick={() => setName(null)}>Move</button>
      {namesOf(questions).map((name) => (
        <button key={name} type="button" class="choice" aria-pressed={chosen === name} onClick={() => setName(name)}>
          {plain(name)}?
        </button>
      ))}
    </div>
  );
}
