// Between two people at one machine, where each sees something else: nothing is shown until it is wanted.
import { useEffect, useRef } from "preact/hooks";
import { wasByKeys } from "../parts/by-keys";
import { useSettling } from "../parts/use-settling";

export function Curtain({ who, onOpen }: { who: string; onOpen: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const section = useSettling<HTMLElement>();
  useEffect(() => {
    if (wasByKeys()) button.current?.focus();
  }, []);
  return (
    <section ref={section} class="curtain" aria-label="Curtain">
      <p class="curtain-who">{who}</p>
      <p>What follows is for {who} alone. The others look away now.</p>
      <button ref={button} type="button" class="main" onClick={onOpen}>I am {who}: show the board</button>
    </section>
  );
}
