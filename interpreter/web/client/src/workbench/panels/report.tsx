// A study of the rules, with a report of its own, which follows while the games are played.
import { useEffect, useState } from "preact/hooks";
import { Said } from "../../parts/said";
import { useStore } from "../../parts/store";
import { SIZES } from "../report";
import type { Size } from "../report";
import type { Bench } from "../store";

/** Which sizes there are, and the button that begins. */
function Begin({ isOff, onBegin }: { isOff: boolean; onBegin: (size: Size) => void }) {
  const [size, setSize] = useState<Size>("small");
  return (
    <p class="wb-row">
      <button type="button" class="wb-main" disabled={isOff} onClick={() => onBegin(size)}>Full report</button>
      <label>
        <span>of </span>
        <select value={size} onChange={(event) => setSize(event.currentTarget.value as Size)}>
          {SIZES.map(({ id, text }) => <option key={id} value={id}>{text}</option>)}
        </select>
      </label>
    </p>
  );
}

/** What is studied, by whether the rules are those that are saved. */
export const studied = (isSame: boolean): string =>
  isSame
    ? "Games are played by the rules as they are saved: who wins, how long games last, how much there is to choose, and games to step through."
    : "Games are played by the rules as they are saved and as they stand here, and compared.";

export function ReportPanel({ bench }: { bench: Bench }) {
  useStore(bench);
  useEffect(bench.look, [bench]);
  const begin = async (size: Size) => {
    const page = window.open("", "_blank"); // at once: later the browser would take it for an advertisement
    const answer = await bench.begin(size);
    if (answer.address === null) page?.close();
    else if (page) {
      page.opener = null;
      page.location.href = answer.address;
    }
  };
  const { study: begun } = bench;
  return (
    <div class="wb-report">
      <p>{studied(bench.isAsSaved)}</p>
      <Begin isOff={bench.isBeginning || bench.status !== "valid"} onBegin={(size) => void begin(size)} />
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
