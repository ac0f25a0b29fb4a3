// Which view an address shows.  Links inside the page change the address without loading it again.
import { useEffect, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

const listeners = new Set<() => void>();

/** Goes to an address of this page. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  for (const listener of listeners) listener();
}

/** A path without the slash at its end: `/workbench/` is `/workbench`. */
export const trimmed = (path: string): string => path.replace(/(.)\/+$/, "$1");

/** The path shown, kept up to date. */
export function usePath(): string {
  const [path, setPath] = useState(trimmed(location.pathname));
  useEffect(() => {
    const update = () => setPath(trimmed(location.pathname));
    listeners.add(update);
    addEventListener("popstate", update);
    return () => {
      listeners.delete(update);
      removeEventListener("popstate", update);
    };
  }, []);
  return path;
}

interface LinkProperties {
  href: string;
  children: ComponentChildren;
  class?: string;
  "aria-current"?: "page";
}

/** A link that stays inside the page; with a modifier key the browser does what it always does. */
export function Link({ href, children, ...rest }: LinkProperties) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(href);
  };
  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
