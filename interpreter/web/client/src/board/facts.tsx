// What a word means, from the facts that the rules have of it: small drawings, or texts.
import { plain } from "../parts/words";
import type { FactDrawing, WordFact } from "../wire";
import { Parts } from "./parts";

/** The facts of each word that has some. */
export type Facts = Readonly<Record<string, readonly WordFact[]>>;

/** A word and its facts, for people who hear the page. */
export function spoken(word: string, facts: Facts | undefined): string {
  const told = (facts?.[word] ?? []).map(({ label, text }) => `${label}: ${plain(text)}`);
  return [plain(word), ...told].join("; ");
}

/** The drawings of the facts of a word; what holds them has the words. */
export function Diagrams({ facts = [] }: { facts?: readonly WordFact[] }) {
  return (
    <>
      {facts.flatMap(({ label, drawing }) => (drawing ? [<Diagram key={label} drawing={drawing} />] : []))}
    </>
  );
}

function Diagram({ drawing }: { drawing: FactDrawing }) {
  return (
    <svg class="diagram" viewBox={drawing.viewBox} aria-hidden="true">
      <Parts parts={drawing.parts} turn={null} />
    </svg>
  );
}
