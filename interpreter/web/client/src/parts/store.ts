// A value that views watch.
import { useLayoutEffect, useState } from "preact/hooks";

/** Something that changes and says so. */
export class Store {
  private readonly listeners = new Set<() => void>();

  /** Calls a function at every change; returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** Draws a view again whenever a store changes, from the moment it is shown. */
export function useStore<T extends Store>(store: T): T {
  const [, draw] = useState(0);
  useLayoutEffect(() => store.subscribe(() => draw((n) => n + 1)), [store]);
  return store;
}
