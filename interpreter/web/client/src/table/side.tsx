// The tabs beside the board: moves, analysis, rules, announcements.
import type { ComponentChildren } from "preact";
import type { Explorer } from "../analysis/explorer";
import { Panel } from "../analysis/panel";
import { Link } from "../router";
import type { Drawing, Position } from "../wire";
import { heardIn } from "./heard";
import { HeardList } from "./heard-list";
import { MoveList } from "./move-list";
import { Rules } from "./rules";
import type { TableStore } from "./store";

export type Tab = "moves" | "analysis" | "rules" | "heard";

const NAMES: Record<Tab, string> = { moves: "Moves", analysis: "Analysis", rules: "Rules", heard: "Heard" };

interface SideProperties {
  match: TableStore;
  explorer: Explorer;
  drawing: Drawing;
  position: Position;
  tab: Tab;
  onTab: (tab: Tab) => void;
  line: number | null;
  /** What the page has to say, above the tabs. */
  children: ComponentChildren;
}

export function Side({ match, explorer, drawing, position, tab, onTab, line, children }: SideProperties) {
  const fills = drawing.fills ?? {};
  const tabs: Tab[] = ["moves", "analysis", "rules", ...(match.table?.is_secret ? ["heard" as const] : [])];
  const panels: Record<Tab, () => ComponentChildren> = {
    moves: () => <MoveList match={match} explorer={explorer} fills={fills} />,
    analysis: () => <Panel match={match} explorer={explorer} fills={fills} />,
    rules: () => (
      <>
        <Rules text={drawing.rules.text} file={drawing.rules.file} line={line} />
        <p class="hint-text">
          <Link href={`/workbench?file=${encodeURIComponent(match.table?.game ?? "")}`}>Open in the workbench</Link>
        </p>
      </>
    ),
    heard: () => <HeardList log={heardIn(match.list, match.saidBefore, position.ply)} explorer={explorer} fills={fills} />,
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    if (next) {
      onTab(next);
      document.getElementById(`tab-${next}`)?.focus();
    }
  };
  return (
    <section class="side" id="side" aria-label="Beside the board">
      {children}
      <div class="tabs" role="tablist" aria-label="What is shown" onKeyDown={press}>
        {tabs.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls="panel"
            tabIndex={tab === name ? 0 : -1}
            onClick={() => onTab(name)}
          >
            {NAMES[name]}
          </button>
        ))}
      </div>
      <div class="panel" id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>{panels[tab]()}</div>
    </section>
  );
}
