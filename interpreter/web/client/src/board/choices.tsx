// Buttons for what the cells do not decide: words, pieces as drawn tiles, and moves without cells.
import { Diagrams, spoken } from "./facts";
import type { Facts } from "./facts";
import { isBegun } from "./selection";
import type { Candidate, ButtonGroup } from "./selection";
import type { Sheet } from "./sheet";
import { isCovered } from "./lying";
import type { Lying } from "./lying";
import { Tile } from "./tile";
import type { Chooser } from "./use-choice";
import { useSettling } from "../parts/use-settling";
import { plain } from "../parts/words";

const SOME = 3; // moves whose buttons stand out
const MANY = 24; // numbers that are chosen with a slider instead

interface ChoicesProperties {
  chooser: Chooser;
  sheet: Sheet;
  /** The look of a word that is a piece, if it has one. */
  lookOf: (word: string) => string | null;
  /** What is chosen where it lies, and needs no button. */
  lying?: Lying | null;
  facts?: Facts | undefined;
  /** The letters that pieces have for words. */
  letters?: Readonly<Record<string, string>> | undefined;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What a button for a move says: its action and its words, and its cells if they are not all tapped yet. */
function moveLabel(move: Candidate, isOpen: boolean): string {
  return capital(plain(isOpen ? move.text : [move.action, ...Object.values(move.words)].join(" ")));
}

function Numbers({ group, onChoose }: { group: ButtonGroup; onChoose: (value: string) => void }) {
  const called = plain(group.called);
  const chosen = group.values.find((value) => value.chosen)?.value;
  const numbers = group.values.map(({ value }) => Number(value)).sort((a, b) => a - b);
  return (
    <form
      class="numbers"
      onSubmit={(event) => {
        event.preventDefault();
        const value = new FormData(event.currentTarget as HTMLFormElement).get("number");
        if (typeof value === "string" && value !== "") onChoose(String(Number(value)));
      }}
    >
      <label>
        {called === "" ? "A number" : capital(called)} from {numbers[0]} to {numbers.at(-1)}{" "}
        <input name="number" type="number" min={numbers[0]} max={numbers.at(-1)} value={chosen} required />
      </label>
      <button type="submit">Choose</button>
    </form>
  );
}

function Group({ group, chooser, sheet, lookOf, facts, letters = {} }: ChoicesProperties & { group: ButtonGroup }) {
  const pick = (value: string) => chooser.choose(group.key, value, group.action);
  const called = plain(group.called);
  if (group.type === "number" && group.values.length > MANY) return <Numbers group={group} onChoose={pick} />;
  return (
    <div class="choice-group" role="group" aria-label={`Choose a ${group.type}${called && `: ${called}`}`}>
      {called && <span class="choice-label" aria-hidden="true">{called}</span>}
      <div class="choice-values">
        {group.values.map(({ value, chosen }) => {
          const look = lookOf(value);
          const has = look !== null && sheet.has(look);
          const told = spoken(value, facts);
          const hasMore = has || facts?.[value] !== undefined;
          return (
            <button
              key={value}
              type="button"
              class={has ? "tile-button" : "choice"}
              aria-pressed={chosen}
              aria-label={has ? value : hasMore ? told : undefined}
              title={has ? value : hasMore ? told : undefined}
              onClick={() => pick(value)}
            >
              {has ? <Tile sheet={sheet} look={look} /> : plain(value)}
              {!has && letters[value] && <span class="choice-letter" aria-hidden="true">{letters[value]}</span>}
              {!has && <Diagrams facts={facts?.[value]} />}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/** All buttons of a choice; nothing where the board alone decides. */
export function Choices({ chooser, sheet, lookOf, lying = null, facts, letters }: ChoicesProperties) {
  const { ready, choice } = chooser.view;
  const row = useSettling<HTMLDivElement>();
  const groups = chooser.view.groups.filter((group) => lying === null || !isCovered(group, lying));
  const isLong = choice.taps.length > 1 || Object.keys(choice.words).length > 0;
  if (groups.length === 0 && ready.length === 0 && !isLong) return null;
  return (
    <div ref={row} class="choices">
      {groups.map((group) => (
        <Group key={`${group.key} ${group.action ?? ""}`} group={group} chooser={chooser} sheet={sheet} lookOf={lookOf} facts={facts} letters={letters} />
      ))}
      {ready.map((move) => (
        <button key={move.text} type="button" class={ready.length > SOME ? "choice" : "choice main"} onClick={() => chooser.play(move)}>
          {moveLabel(move, chooser.view.next.size > 0 && isBegun(chooser.view))}
        </button>
      ))}
      {isLong && (
        <button type="button" class="choice quiet" onClick={chooser.clear}>
          Start again
        </button>
      )}
    </div>
  );
}
