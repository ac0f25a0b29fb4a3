// The studies of the folder, as `gdl compare` leaves them, and those that are being played now.
import { useEffect, useState } from "preact/hooks";
import { getJson } from "../parts/api";

interface Study {
  folder: string;
  title: string;
  changed: number;
  done: number | null;
  total: number | null;
}

const EVERY = 5_000; // milliseconds between two looks at the folder

const addressOf = ({ folder }: Study): string =>
  folder === "" ? "/studies/report.html" : `/studies/${encodeURIComponent(folder)}/report.html`;

function stateOf({ changed, done, total }: Study): string {
  const when = new Date(1000 * changed).toLocaleString();
  if (done === null || total === null) return when;
  return `${done.toLocaleString()} of ${total.toLocaleString()} games, ${when}`;
}

/** Links to the reports; nothing where there is none. */
export function Studies() {
  const [studies, setStudies] = useState<Study[]>([]);
  useEffect(() => {
    let isShown = true;
    const look = () => {
      if (document.hidden) return;
      getJson<{ studies: Study[] }>("/api/studies").then(
        (answer) => isShown && setStudies(answer.studies),
        () => {}, // the server is away, or serves no folder: what was known stays
      );
    };
    look();
    const timer = setInterval(look, EVERY);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, []);
  if (studies.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="studies">
      <h2 id="studies">Studies</h2>
      <ul>
        {studies.map((study) => (
          <li key={study.folder}>
            <a href={addressOf(study)}>{study.title}</a>
            <span>{study.folder}</span>
            <time dateTime={new Date(1000 * study.changed).toISOString()}>{stateOf(study)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
