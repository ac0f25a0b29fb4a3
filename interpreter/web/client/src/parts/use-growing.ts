// What is as wide as it has ever been, so that a word that comes or goes moves nothing beside it.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

const keep = (element: HTMLElement) => {
  element.style.minWidth = `${element.getBoundingClientRect().width}px`;
};

const release = (element: HTMLElement) => {
  element.style.minWidth = "";
};

/** For an element around others, of which those with a class only get wider, until there is another width for all. */
export function useGrowing<Around extends HTMLElement>(name: string): RefObject<Around | null> {
  const around = useRef<Around>(null);
  const room = useRef(0);
  const each = (what: (element: HTMLElement) => void) => around.current?.querySelectorAll<HTMLElement>(`.${name}`).forEach(what);
  const look = () => {
    const width = around.current?.clientWidth ?? 0;
    if (width !== room.current) each(release);
    room.current = width;
    each(keep);
  };
  useLayoutEffect(look);
  useLayoutEffect(() => {
    if (!around.current) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(around.current);
    return () => observer.disconnect();
  });
  return around;
}
