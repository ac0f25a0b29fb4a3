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

/** A reason opens the rules at its line, and the next move closes them again. */
export function useSide(reason: Reason | null, ply: number): OpenSide {
  const [tab, setTab] = useState<Tab>("moves");
  const [line, setLine] = useState<number | null>(null);
  const [former, setFormer] = useState<Tab | null>(null); // the tab before a reason opened the rules
  useEffect(() => {
    if (reason && reason.line !== null) {
      setLine(reason.line);
      if (tab !== "rules") setFormer(tab);
      setTab("rules");
    }
  }, [reason]);
  useEffect(() => {
    setLine(null);
    if (former !== null && tab === "rules") setTab(former);
    setFormer(null);
  }, [ply]);
  const showLine = (wanted: number) => {
    setLine(wanted);
    setTab("rules");
    document.getElementById("side")?.scrollIntoView({ block: "nearest" });
  };
  return { tab, setTab, line, showLine };
}
