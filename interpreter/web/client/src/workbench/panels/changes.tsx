// What the text changes against the saved file: its lines, the shortest play that shows it, figures.
import { useEffect } from "preact/hooks";
import { useStore } from "../../parts/store";
import type { Changes, Comparison, RuleLine } from "../protocol";
import type { Bench } from "../store";

const picture = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`;

function Line({ sign, line, bench }: { sign: "−" | "+"; line: RuleLine | null; bench: Bench }) {
  if (!line) return null;
  const isNow = sign === "+";
  return (
    <div class={isNow ? "wb-line now" : "wb-line before"}>
      <span class="wb-hidden">{isNow ? "in the editor" : "saved"}</span>
      <span aria-hidden="true">{sign}</span> <code>{line.text}</code>{" "}
      {isNow ? (
        <button type="button" class="wb-link" onClick={() => bench.onLine(line.line)}>line {line.line}</button>
      ) : (
        <span class="wb-faint">line {line.line}</span>
      )}
    </div>
  );
}

function Lines({ lines, bench }: { lines: Changes["lines"]; bench: Bench }) {
  if (lines.length === 0) return <p>No rule line says anything else than in the saved file.</p>;
  return (
    <>
      <p class="wb-faint">− as saved, + as it stands in the editor</p>
      {lines.map(({ heading, lines: pairs }, i) => (
        <div key={i} class="wb-group">
          <h4>{heading}</h4>
          {pairs.map(({ before, now }, j) => (
            <div key={j}>
              <Line sign="−" line={before} bench={bench} />
              <Line sign="+" line={now} bench={bench} />
            </div>
          ))}
        </div>
      ))}
    </>
  );
}

function Drawn({ svg, caption }: { svg: string; caption: string }) {
  return (
    <figure class="wb-small">
      <img src={picture(svg)} alt={`board: ${caption}`} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function Shortest({ play, said }: { play: NonNullable<Changes["play"]>; said: string }) {
  const moves = play.moves.map(({ before, now }) => (before === now ? before : `${before} (in the editor: ${now})`));
  const last = moves.at(-1);
  return (
    <div class="wb-group">
      <h4>{moves.length > 0 ? `After ${moves.length === 1 ? "one move" : `${moves.length} moves`} play differs` : "Play differs from the start"}</h4>
      {moves.length > 0 && <p><code>{moves.join(", ")}</code></p>}
      <ul class="wb-facts">{play.said.map((text, i) => <li key={i}>{text}</li>)}</ul>
      <p class="wb-faint">A is the saved file, B the text in the editor. {said}</p>
      <div class="wb-boards">
        {play.steps.map(({ number, move, svg }) => <Drawn key={number} svg={svg} caption={`${number}. ${move}`} />)}
        {play.boards && play.boards.before === play.boards.now && <Drawn svg={play.boards.now} caption={last ? `${moves.length}. ${last}` : "both"} />}
        {play.boards && play.boards.before !== play.boards.now && (
          <>
            <Drawn svg={play.boards.before} caption="A, saved file" />
            <Drawn svg={play.boards.now} caption="B, in the editor" />
          </>
        )}
      </div>
    </div>
  );
}

/** With the sign of a number that is not written as zero. */
export const signed = (text: string): string => text.replace("-", /[1-9]/.test(text) ? "−" : "");

const rounded = (value: number): string =>
  Math.abs(value) < 999.5 ? value.toPrecision(3) : Math.round(value).toLocaleString("en");

const shown = (value: number | null, unit: string): string =>
  value === null ? "–" : signed(unit === "%" ? `${(100 * value).toFixed(1)} %` : rounded(value));

function Figures({ comparison }: { comparison: Comparison }) {
  const { rows, games, engine } = comparison;
  return (
    <table class="wb-comparison">
      <caption>
        {games.before.toLocaleString("en")} and {games.now.toLocaleString("en")} games of random play, saved and in the editor, {engine} engine
      </caption>
      <thead><tr><th scope="col">figure</th><th scope="col">saved</th><th scope="col">in the editor</th><th scope="col">difference, 95 %</th></tr></thead>
      <tbody>
        {rows.map(({ name, unit, before, now, difference }) => {
          const isClear = difference !== null && difference.p < 0.01 && (difference.low > 0 || difference.high < 0);
          return (
            <tr key={name} class={isClear ? "clear" : ""}>
              <th scope="row">{name}</th>
              <td>{shown(before, unit)}</td>
              <td>{shown(now, unit)}</td>
              <td>
                {isClear && <span>{difference.value > 0 ? "more: " : "less: "}</span>}
                {difference ? `${shown(difference.low, unit)} to ${shown(difference.high, unit)}` : "–"}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function ChangesPanel({ bench }: { bench: Bench }) {
  useStore(bench);
  const { changes, comparison, isComparing } = bench;
  const isSame = bench.isAsSaved;
  useEffect(bench.look, [bench]);
  return (
    <div class="wb-changes">
      <p>
        <button
          type="button" class="wb-main" disabled={isSame || bench.status !== "valid"} onClick={() => bench.askChanges()}
        >
          Compare with the saved file
        </button>
        {isSame && <span class="wb-faint"> These are the rules as they are saved.</span>}
        {isComparing && <span class="wb-faint" role="status"> Comparing …</span>}
      </p>
      {changes && !bench.isComparedAsIs && <p class="wb-faint">The rules or options were changed after this comparison.</p>}
      {changes && (
        <>
          <Lines lines={changes.lines} bench={bench} />
          {changes.notes.map((note, i) => <p key={i} class="wb-faint">{note}</p>)}
          {changes.play ? <Shortest play={changes.play} said={changes.said} /> : <p>{changes.said}</p>}
        </>
      )}
      {comparison && <Figures comparison={comparison} />}
    </div>
  );
}
