// The head of every view: the name, where one can go, and the switch of light and dark.
import { useState } from "preact/hooks";
import { Link, usePath } from "../router";
import { Help } from "./help";
import { IconButton } from "./icons";
import type { Settings } from "./memory";
import { settings } from "./settings";
import { useStore } from "./store";
import { useKeys } from "./use-keys";

const NEXT: Record<Settings["theme"], Settings["theme"]> = { auto: "light", light: "dark", dark: "auto" };
const ICONS = { auto: "auto", light: "sun", dark: "moon" } as const;
const NAMES = { auto: "as the system says", light: "light", dark: "dark" };

export function Header() {
  const path = usePath();
  const [isHelping, setHelping] = useState(false);
  useKeys({ "?": () => setHelping(true) });
  const { theme } = useStore(settings).value;
  const current = (start: string) => (path.startsWith(start) ? "page" : undefined);
  return (
    <header class="header">
      <Link href="/" class="brand">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 2l8.66 5v10L12 22l-8.66-5V7z" />
          <circle cx="12" cy="12" r="4.5" />
        </svg>
        boardwright
      </Link>
      <nav aria-label="Main">
        <Link href="/" aria-current={path === "/" || path.startsWith("/games") ? "page" : undefined}>
          Games
        </Link>
        <Link href="/workbench" aria-current={current("/workbench")}>Workbench</Link>
      </nav>
      <span class="spring" />
      <IconButton icon={ICONS[theme]} label={`Colours: ${NAMES[theme]}`} onClick={() => settings.set({ theme: NEXT[theme] })} />
      <IconButton icon="help" label="Keys and settings" onClick={() => setHelping(true)} />
      {isHelping && <Help onClose={() => setHelping(false)} />}
    </header>
  );
}
