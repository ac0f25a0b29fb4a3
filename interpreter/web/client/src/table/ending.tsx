// How a match ended and why, and what can be done then.
import type { Position } from "../wire";
import { resultText } from "./prompt";

interface EndingProperties {
  position: Position;
  onLine: (line: number) => void;
  onAgain: (() => void) | null;
}

export function Ending({ position, onLine, onAgain }: EndingProperties) {
  const { ended } = position;
  return (
    <section class="ending" aria-label="The end">
      <p class="ending-result">{resultText(position)}</p>
      {ended && (
        <p>
          {ended.line === null ? (
            ended.message
          ) : (
            <button type="button" class="link-button code" onClick={() => ended.line !== null && onLine(ended.line)}>
              {ended.message}
            </button>
          )}
        </p>
      )}
      {onAgain && <button type="button" class="main" onClick={onAgain}>Again, with seats changed</button>}
    </section>
  );
}
