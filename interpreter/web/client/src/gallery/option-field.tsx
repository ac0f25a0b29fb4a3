// One option of a game, in the form that suits its values.
import type { GameOption, OptionValue } from "../wire";
import { plain } from "../parts/words";

interface OptionFieldProperties {
  option: GameOption;
  value: OptionValue;
  onChange: (value: OptionValue) => void;
}

const FEW = 4; // numbers that are buttons rather than a slider

function Choice({ option, value, onChange, values }: OptionFieldProperties & { values: OptionValue[] }) {
  return (
    <div class="segments" role="radiogroup" aria-label={plain(option.name)}>
      {values.map((one) => (
        <label key={String(one)}>
          <input type="radio" name={`option-${option.name}`} checked={one === value} onChange={() => onChange(one)} />
          <span>{plain(String(one))}</span>
        </label>
      ))}
    </div>
  );
}

function Slider({ option, value, onChange }: OptionFieldProperties) {
  const published = option.published.map(Number);
  const values = (published.length > FEW ? published : option.values.map(Number)).sort((a, b) => a - b);
  const id = `option-${option.name}`;
  const at = Math.max(0, values.indexOf(Number(value)));
  return (
    <span class="slider">
      <input
        id={id}
        type="range"
        min={0}
        max={values.length - 1}
        step={1}
        value={at}
        aria-valuetext={String(value)}
        onInput={(event) => {
          const chosen = values[Number((event.currentTarget as HTMLInputElement).value)];
          if (chosen !== undefined) onChange(chosen);
        }}
      />
      <output for={id}>{String(value)}</output>
    </span>
  );
}

export function OptionField(properties: OptionFieldProperties) {
  const { option, value, onChange } = properties;
  const name = plain(option.name);
  if (option.kind === "flag") {
    return (
      <label class="field check">
        <input type="checkbox" role="switch" checked={value === true} disabled={option.values.length < 2} onChange={() => onChange(value !== true)} /> {name}
      </label>
    );
  }
  const few = option.published.length > 1 && option.published.length <= FEW ? option.published : option.values;
  if (few.length <= FEW) {
    return <div class="field"><span class="field-name">{name}</span><Choice {...properties} values={few} /></div>;
  }
  if (option.kind === "number") {
    return <div class="field"><label class="field-name" for={`option-${option.name}`}>{name}</label><Slider {...properties} /></div>;
  }
  return (
    <label class="field">
      <span class="field-name">{name}</span>
      <select value={String(value)} onChange={(event) => onChange((event.currentTarget as HTMLSelectElement).value)}>
        {option.values.map((one) => <option key={String(one)} value={String(one)}>{String(one)}</option>)}
      </select>
    </label>
  );
}
