// The options of the game: sliders over their values, and boxes to tick.
import type { Drawing, OptionValue } from "../../wire";
import type { Bench } from "../store";
import { plain } from "../../parts/words";

type Option = Drawing["options"][number];

function valueOf(bench: Bench, option: Option): OptionValue {
  return bench.options[option.name] ?? option.value;
}

function Slider({ bench, option }: { bench: Bench; option: Option }) {
  const { name, values, published } = option;
  const value = valueOf(bench, option);
  const at = Math.max(values.indexOf(value), 0);
  const set = (index: number) => {
    const chosen = values[index];
    if (chosen !== undefined && chosen !== value) bench.setOption(name, chosen);
  };
  return (
    <label class="wb-option">
      <span class="wb-option-name">{plain(name)}</span>
      <input
        type="range" min={0} max={values.length - 1} value={at} aria-valuetext={String(value)}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
      <output class={published.includes(value) ? "published" : ""} title={published.includes(value) ? "a published value" : ""}>
        {String(value)}
      </output>
    </label>
  );
}

/** One row for each option; nothing for a game without. */
export function Options({ bench, options }: { bench: Bench; options: readonly Option[] }) {
  if (options.length === 0) return null;
  return (
    <div class="wb-options" role="group" aria-label="Options">
      {options.map((option) =>
        option.kind === "flag" ? (
          <label key={option.name} class="wb-option">
            <input
              type="checkbox" checked={valueOf(bench, option) === true} disabled={option.values.length < 2}
              onChange={(event) => bench.setOption(option.name, event.currentTarget.checked)}
            />
            <span class="wb-option-name">{plain(option.name)}</span>
          </label>
        ) : (
          <Slider key={option.name} bench={bench} option={option} />
        ),
      )}
    </div>
  );
}
