// An exported page and, in the same script, its worker: `gdl export --html` puts both in one file.
import { render } from "preact";
import { Match } from "./match";
import { Page } from "./page";
import { Play } from "./play";
import { Rules } from "./rules";
import type { Legend } from "./legend";
import { randomSeed, Searcher, work } from "./worker";
import { dataOf } from "../parts/data";
import "./export.css";

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

function bytesOf(base64: string): ArrayBuffer {
  const text = atob(base64);
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}

async function begin(): Promise<void> {
  const app = document.getElementById("app");
  if (!app) return;
  try {
    const legend = dataOf<Legend>(textOf("legend"));
    const bytes = bytesOf(textOf("rules"));
    const seats = legend.players.length;
    const rules = await Rules.load(bytes, seats);
    rules.seed(randomSeed());
    const script = new Blob([textOf("program")], { type: "text/javascript" });
    const searcher = new Searcher(URL.createObjectURL(script), { bytes, seats });
    const play = new Play(legend, new Match(legend, rules), searcher);
    render(<Page legend={legend} play={play} />, app);
    void play.advance();
  } catch (error) {
    app.textContent = `The game cannot be played here: ${error instanceof Error ? error.message : error}`;
  }
}

if (typeof document === "undefined") work();
else void begin();
