// The moves of a match as a tree: turns with their moves, and below them the variations.
import { useEffect, useRef } from "preact/hooks";
import type { Branch, Explorer } from "../analysis/explorer";
import { keyOf } from "../analysis/explorer";
import { IconButton } from "../parts/icons";
import { useStore } from "../parts/store";
import { Swatch } from "./seats";
import type { TableStore } from "./store";
import { turnsOf } from "./turns";
import { plain } from "../parts/words";

const LONG = 16; // characters of a move that has a line to itself

function Variation({ explorer, ply, path, branch }: { explorer: Explorer; ply: number; path: string[]; branch: Branch }) {
  const moves = [...path, branch.move];
  const isShown = keyOf(explorer.at) === keyOf({ ply, moves });
  const [first, ...others] = branch.next;
  return (
    <>
      <button type="button" class="move" aria-current={isShown ? "true" : undefined} onClick={() => explorer.goTo({ ply, moves })}>
        {plain(branch.move)}
      </button>
      {others.map((other) => (
        <span key={other.move} class="side-line">
          (<Variation explorer={explorer} ply={ply} path={moves} branch={other} />)
        </span>
      ))}
      {first && <Variation explorer={explorer} ply={ply} path={moves} branch={first} />}
    </>
  );
}

function Variations({ explorer, ply }: { explorer: Explorer; ply: number }) {
  const branches = explorer.branches.get(ply) ?? [];
  if (branches.length === 0) return null;
  return (
    <div class="variations" role="group" aria-label={`Variations after move ${ply}`}>
      {branches.map((branch) => (
        <p key={branch.move}>
          <Variation explorer={explorer} ply={ply} path={[]} branch={branch} />
        </p>
      ))}
      <button type="button" class="link-button" onClick={() => explorer.drop(ply)}>Remove</button>
    </div>
  );
}

interface MoveListProperties {
  match: TableStore;
  explorer: Explorer;
  fills: Readonly<Record<string, string>>;
}

export function MoveList({ match, explorer, fills }: MoveListProperties) {
  useStore(explorer);
  const list = useRef<HTMLOListElement>(null);
  const { ply, moves } = explorer.at;
  const end = match.live?.ply ?? 0;
  useEffect(() => {
    const box = list.current;
    if (!box) return undefined;
    const show = () => {
      const current = box.querySelector<HTMLElement>('[aria-current="true"]');
      if (current) box.scrollTop = current.offsetTop - box.clientHeight / 2;
      else if (ply === 0) box.scrollTop = 0;
    };
    const watch = new ResizeObserver(show); // it reports the first size too
    watch.observe(box);
    return () => watch.disconnect();
  }, [ply, moves.length, end, match.list.length]);
  const isLong = match.list.some(({ text }) => text.length > LONG);
  const isShown = (last: number, count: number) => moves.length === 0 && last - count < ply && ply <= last;
  return (
    <section class={isLong ? "move-list long" : "move-list"} aria-label="Moves">
      <ol ref={list} tabIndex={0} aria-label="Moves played">
        {match.list.length === 0 && <li class="hint-text turn wide">No move has been made yet.</li>}
        {explorer.branches.has(0) && <li class="turn wide"><Variations explorer={explorer} ply={0} /></li>}
        {turnsOf(match.list).map((turn) => {
          const branched = turn.moves.filter((move) => explorer.branches.has(move.ply));
          return (
            <li key={turn.moves[0]?.ply} class={branched.length > 0 ? "turn wide" : "turn"}>
              <span class="turn-number">{turn.number}</span>
              <Swatch fill={fills[turn.colour]} />
              <span class="turn-moves">
                {turn.moves.map((move) => (
                  <button
                    key={move.ply}
                    type="button"
                    class={`move${move.chance ? " chance" : ""}${move.refused ? " refused" : ""}`}
                    aria-current={isShown(move.ply, move.count) ? "true" : undefined}
                    onClick={() => explorer.goTo({ ply: move.ply, moves: [] })}
                  >
                    {plain(move.text) || <span aria-label="a hidden move">…</span>}
                    {move.count > 1 && <> × {move.count}</>}
                    {move.refused && <span class="verdict"> refused</span>}
                  </button>
                ))}
              </span>
              {branched.map((move) => <Variations key={move.ply} explorer={explorer} ply={move.ply} />)}
            </li>
          );
        })}
      </ol>
      <div class="stepper" role="group" aria-label="Go through the match">
        <IconButton icon="first" label="First position" disabled={ply === 0 && moves.length === 0} onClick={() => explorer.goTo({ ply: 0, moves: [] })} />
        <IconButton icon="back" label="A move back" disabled={ply === 0 && moves.length === 0} onClick={() => explorer.step(-1)} />
        <IconButton icon="on" label="A move on" disabled={explorer.place === null} onClick={() => explorer.step(1)} />
        <IconButton icon="last" label="Latest position" disabled={explorer.place === null} onClick={() => explorer.goTo(null)} />
      </div>
    </section>
  );
}
