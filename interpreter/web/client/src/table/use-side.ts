// Which tab is open beside the board, and which line of the rules it points to.
import { useEffect, useState } from "preact/hooks";
import type { Reason } from "../wire";
import type { Tab } from "./side";

export interface OpenSide {
  tab: Tab;
  setTab: (tab: Tab) => void;
  /** The line of the rules that is shown; null: none. */
  line: number | null;
  showLine: (line: number) => void;
}

/** A reason marks its line, and opens nothing: whoever wants to read the rules follows its link. */
export function useSide(reason: Reason | null, ply: number): OpenSide {
  const [tab, setTab] = useState<Tab>("moves");
  const [line, setLine] = useState<number | null>(null);
  useEffect(() => {
    if (reason && reason.line !== null) setLine(reason.line);
  }, [reason]);
  useEffect(() => setLine(null), [ply]);
  const showLine = (wanted: number) => {
    setLine(wanted);
    setTab("rules");
    document.getElementById("panel")?.scrollIntoView({ block: "nearest" });
  };
  return { tab, setTab, line, showLine };
}
