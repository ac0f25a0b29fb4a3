// Figures of random play, with 95 % intervals, drawn small.
import { useStore } from "../../parts/store";
import type { Figure, Figures } from "../protocol";
import type { Bench } from "../store";

const number = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const whole = new Intl.NumberFormat("en");
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

type Format = (value: number) => string;

function words({ value, low, high }: Figure, format: Format): string {
  if (value === null) return "–";
  if (low === null || high === null || low === high) return format(value);
  return `${format(value)} (${format(low)} to ${format(high)})`;
}

/** A share between 0 and 1: a dot with its interval, on a line with a tick at one half. */
function Interval({ figure, label }: { figure: Figure; label: string }) {
  const { value, low, high } = figure;
  return (
    <svg class="wb-interval" viewBox="0 0 200 16" role="img" aria-label={`${label}: ${words(figure, percent)}`}>
      <line class="axis" x1="0" x2="200" y1="8" y2="8" />
      <line class="axis" x1="100" x2="100" y1="2" y2="14" />
      {low !== null && high !== null && <line class="range" x1={200 * low} x2={Math.max(200 * high, 200 * low + 1)} y1="8" y2="8" />}
      {value !== null && <circle class="dot" cx={200 * value} cy="8" r="4" />}
    </svg>
  );
}

/** How long games are: a bar for each length, or for a few that stand together. */
function Lengths({ lengths }: { lengths: Figures["lengths"] }) {
  if (lengths.length < 2) return null;
  const most = Math.max(...lengths.map(([, count]) => count));
  const width = 200 / lengths.length;
  const [first] = lengths[0] ?? [0];
  const [last] = lengths[lengths.length - 1] ?? [0];
  return (
    <figure class="wb-lengths">
      <svg viewBox="0 0 200 44" preserveAspectRatio="none" role="img" aria-label={`Games by length, from ${first} to about ${last} turns`}>
        {lengths.map(([length, count], i) => {
          const height = Math.max((40 * count) / most, count > 0 ? 1 : 0);
          return (
            <rect key={length} x={i * width + 0.5} width={Math.max(width - 1, 0.5)} y={42 - height} height={height}>
              <title>{`${length} turns: ${count}`}</title>
            </rect>
          );
        })}
        <line class="axis" x1="0" x2="200" y1="42.5" y2="42.5" />
      </svg>
      <figcaption><span>{first}</span><span>turns</span><span>{last}</span></figcaption>
    </figure>
  );
}

function Row({ label, figure, format }: { label: string; figure: Figure; format: Format }) {
  const { value, low, high } = figure;
  const hasRange = value !== null && low !== null && high !== null && low !== high;
  return (
    <tr>
      <th scope="row">{label}</th>
      <td class="wb-value">{value === null ? "–" : format(value)}</td>
      <td class="wb-range">{hasRange ? `${format(low)} – ${format(high)}` : ""}</td>
      <td class="wb-drawn">{format === percent && <Interval figure={figure} label={label} />}</td>
    </tr>
  );
}

export function FiguresPanel({ bench }: { bench: Bench }) {
  useStore(bench);
  const it = bench.figures;
  if (it?.lost) return <p class="wb-faint">Random play was given up: {it.lost}.</p>;
  if (!it || it.games === 0) return <p class="wb-faint" role="status">Playing at random …</p>;
  const engine = it.engine === "native" ? "native engine" : "reference engine";
  return (
    <div class="wb-figures">
      <table>
        <caption>
          {whole.format(it.games)} games of random play on the {engine}
          {it.unfinished > 0 && `, ${whole.format(it.unfinished)} of them without an end`}
          {it.done ? "" : " so far"}: how many turns they last, how many moves there are to choose from, and each colour’s share of the wins
        </caption>
        <thead class="wb-hidden">
          <tr><th scope="col">figure</th><th scope="col">value</th><th scope="col">95 % interval</th><th scope="col">drawn</th></tr>
        </thead>
        <tbody>
          <Row label="length" figure={it.length} format={(value) => number.format(value)} />
          <Row label="choices" figure={it.branching} format={(value) => number.format(value)} />
          {it.balance.map((figure) => (
            <Row key={figure.seat} label={figure.colour} figure={figure} format={percent} />
          ))}
          <Row label="draws" figure={it.draws} format={percent} />
        </tbody>
      </table>
      <Lengths lengths={it.lengths} />
      {it.why && <p class="wb-faint">The reference engine plays: {it.why}.</p>}
    </div>
  );
}
