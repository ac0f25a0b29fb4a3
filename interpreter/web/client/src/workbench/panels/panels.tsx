// What stands below the board: figures of random play, the match, what was changed since saving, a study.
import { useEffect, useState } from "preact/hooks";
import { useStore } from "../../parts/store";
import type { Bench } from "../store";
import { Tabs } from "../tabs";
import { ChangesPanel } from "./changes";
import { FiguresPanel } from "./figures";
import { MatchPanel } from "./match";
import { ReportPanel } from "./report";

type Panel = "match" | "figures" | "changes" | "report";

const TABS = [
  { id: "figures", text: "Random play" },
  { id: "match", text: "Match" },
  { id: "changes", text: "Changes" },
  { id: "report", text: "Report" },
] as const;

/** Figures are played only where they can be seen. */
function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const update = () => setIsVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return isVisible;
}

export function Panels({ bench }: { bench: Bench }) {
  useStore(bench);
  const [panel, setPanel] = useState<Panel>("figures");
  const isVisible = useIsVisible();
  const isWatched = panel === "figures" && isVisible;
  useEffect(() => bench.watchFigures(isWatched), [bench, isWatched, bench.isConnected]);
  if (!bench.drawing) return null;
  return (
    <section class="wb-panels" aria-label="About the rules">
      <Tabs label="About the rules" tabs={TABS} chosen={panel} onChoose={setPanel} />
      <div role="tabpanel" id={`wb-panel-${panel}`} aria-labelledby={`wb-tab-${panel}`} class="wb-panel" tabIndex={0}>
        {panel === "match" && <MatchPanel bench={bench} />}
        {panel === "figures" && <FiguresPanel bench={bench} />}
        {panel === "changes" && <ChangesPanel bench={bench} />}
        {panel === "report" && <ReportPanel bench={bench} />}
      </div>
    </section>
  );
}
