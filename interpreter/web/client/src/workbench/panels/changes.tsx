// What the text changes against the saved file: its lines, the shortest play that shows it, figures.
import { useState } from "preact/hooks";
import { useStore } from "../../parts/store";
import type { Changes, Comparison, RuleLine } from "../protocol";
import { SIZES, beginStudy } from "../report";
import type { Begun, Size } from "../report";
import type { Bench } from "../store";
import { Said } from "../../parts/said";

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

const shown = (value: number | null, unit: string): string =>
  value === null ? "–" : unit === "%" ? `${(100 * value).toFixed(1)} %` : value.toPrecision(3);

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

/** Begins a study of both versions and opens its report, which follows while the games are played. */
function FullReport({ bench, isOff }: { bench: Bench; isOff: boolean }) {
  const [size, setSize] = useState<Size>("small");
  const [begun, setBegun] = useState<Begun | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const begin = async () => {
    const { file, text, options } = bench;
    const page = window.open("", "_blank"); // at once: later the browser would take it for an advertisement
    setIsAsking(true);
    const answer = await beginStudy(file, text, options, size);
    setIsAsking(false);
    setBegun(answer);
    if (answer.address === null) page?.close();
    else if (page) {
      page.opener = null;
      page.location.href = answer.address;
    }
  };
  return (
    <div class="wb-report">
      <p class="wb-row">
        <button type="button" disabled={isOff || isAsking} onClick={() => void begin()}>Full report</button>
        <label>
          <span>of </span>
          <select value={size} onChange={(event) => setSize(event.currentTarget.value as Size)}>
            {SIZES.map(({ id, text }) => <option key={id} value={id}>{text}</option>)}
          </select>
        </label>
      </p>
      {begun?.address && (
        <p role="status">
          <a href={begun.address} target="_blank">The report of this study</a>
          <span class="wb-faint"> follows while its games are played; the gallery lists it too.</span>
        </p>
      )}
      {begun && begun.address === null && <p role="alert" class="wb-problem"><Said text={begun.why} /></p>}
    </div>
  );
}

export function ChangesPanel({ bench }: { bench: Bench }) {
  useStore(bench);
  const { changes, comparison, isComparing } = bench;
  const hasOptions = Object.keys(bench.options).length > 0;
  const isSame = !bench.isDirty && !hasOptions;
  return (
    <div class="wb-changes">
      <p>
        <button
          type="button" class="wb-main" disabled={isSame || bench.status !== "valid"} onClick={() => bench.askChanges()}
        >
          Compare with the saved file
        </button>
        {isSame && <span class="wb-faint"> The text is as it is saved.</span>}
        {isComparing && <span class="wb-faint" role="status"> Comparing …</span>}
      </p>
      <FullReport bench={bench} isOff={isSame || bench.status !== "valid"} />
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
