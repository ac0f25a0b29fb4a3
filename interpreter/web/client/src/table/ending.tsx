// How a match ended and why, and what can be done then.
import type { Position } from "../wire";
import { resultText } from "./prompt";

interface EndingProperties {
  position: Position;
  onLine: (line: number) => void;
  onAgain: (() => void) | null;
}

/** The result where otherwise stands what is asked. */
export function Ending({ position, onLine, onAgain }: EndingProperties) {
  const { ended } = position;
  return (
    <section class="ending" aria-label="The end">
      <p class="ending-result">{resultText(position)}</p>
      {ended && (
        <p class="ending-why">
          {ended.line === null ? (
            ended.message
          ) : (
            <button
              type="button" class={ended.message === ended.rule ? "link-button code" : "link-button"}
              title={`Show the line of the rules: ${ended.rule}`} onClick={() => ended.line !== null && onLine(ended.line)}
            >
              {ended.message}
            </button>
          )}
        </p>
      )}
      {onAgain && <button type="button" class="main" onClick={onAgain}>{position.colours.length > 1 ? "Rematch, seats swapped" : "Play again"}</button>}
    </section>
  );
}
