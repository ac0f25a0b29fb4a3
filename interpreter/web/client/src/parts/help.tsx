// The keys and the settings, in one dialog.
import { Dialog } from "./dialog";
import { settings } from "./settings";
import { useStore } from "./store";

const KEYS: [string, string][] = [
  ["arrows, on the board", "go to the next cell"],
  ["Enter or Space", "choose the cell"],
  ["Escape", "give up what was chosen"],
  ["← → beside the board", "a move back, a move on"],
  ["Home, End", "the first position, the latest"],
  ["u, r", "undo, redo"],
  ["t or /", "type a move"],
  ["b", "go to the board, or the first card or button"],
  ["a", "let an agent think"],
  ["h", "a hint"],
  ["f", "turn the board round"],
  ["?", "these keys"],
];

export function Help({ onClose }: { onClose: () => void }) {
  const { playAtOnce, marks, sound } = useStore(settings).value;
  return (
    <Dialog title="Keys and settings" onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt><kbd>{key}</kbd></dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p class="hint-text">
        With the right mouse button, arrows and circles are drawn on the board; a click removes them.
      </p>
      <div class="switches">
        <label class="check">
          <input type="checkbox" checked={playAtOnce} onChange={() => settings.set({ playAtOnce: !playAtOnce })} />
          Play at once when only one move is left
        </label>
        <label class="check">
          <input type="checkbox" checked={marks} onChange={() => settings.set({ marks: !marks })} />
          Mark the cells that may be chosen
        </label>
        <label class="check">
          <input type="checkbox" checked={sound} onChange={() => settings.set({ sound: !sound })} />
          A quiet sound with every move
        </label>
      </div>
    </Dialog>
  );
}
