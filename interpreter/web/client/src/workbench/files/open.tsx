// Which file to open: one of the folder, a bundled one, or a new one.
import { useEffect, useState } from "preact/hooks";
import { getJson } from "../../parts/api";
import type { GameEntry } from "../../wire";
import type { Bench } from "../store";
import { Dialog } from "../../parts/dialog";

interface OpenProperties {
  bench: Bench;
  onOpen: (file: string | null) => void;
  onClose: () => void;
}

export function OpenDialog({ bench, onOpen, onClose }: OpenProperties) {
  const [games, setGames] = useState<GameEntry[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [words, setWords] = useState("");
  useEffect(() => {
    getJson<{ games: GameEntry[] }>("/api/games").then(
      (found) => setGames(found.games),
      (error: Error) => setProblem(error.message),
    );
  }, []);
  const choose = (file: string | null) => {
    onClose();
    if (file !== bench.file) onOpen(file);
  };
  const wanted = words.trim().toLowerCase();
  const shown = (games ?? []).filter(({ id, title }) => `${id} ${title}`.toLowerCase().includes(wanted));
  const parts = [
    { title: "In this folder", found: shown.filter(({ id }) => id.startsWith("./")) },
    { title: "Bundled", found: shown.filter(({ id }) => !id.startsWith("./")) },
  ];
  return (
    <Dialog title="Open a rule file" onClose={onClose}>
      <p><button type="button" onClick={() => choose(null)}>New file from the starter</button></p>
      <label class="wb-field">
        <span>Search</span>
        <input
          type="search" value={words} onInput={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [only, ...others] = shown;
            if (event.key === "Enter" && only && others.length === 0) choose(only.id);
          }}
        />
      </label>
      {problem && <p role="alert">{problem}</p>}
      {!games && !problem && <p role="status">Looking …</p>}
      {parts.map(({ title, found }) => found.length > 0 && (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul class="wb-list">
            {found.map(({ id, title: name }) => (
              <li key={id}>
                <button type="button" onClick={() => choose(id)} aria-current={id === bench.file ? "true" : undefined}>
                  {name} <span class="wb-faint">{id.replace(/^\.\//, "")}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {games && shown.length === 0 && <p>No game or file has such a name.</p>}
    </Dialog>
  );
}
