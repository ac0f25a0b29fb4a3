// Who sits at a seat: a person here, a person with a link, or an agent of some strength.
import type { ComponentChildren } from "preact";
import { KINDS } from "./agents";

export interface Seat {
  form: "here" | "link" | "agent";
  kind: number;
  level: number;
}

/** The text that the server knows a seat by. */
export function specOf(seat: Seat): string {
  if (seat.form !== "agent") return "person";
  const { levels } = KINDS[seat.kind] ?? { levels: ["random"] };
  return levels[Math.min(seat.level, levels.length - 1)] ?? "random";
}

interface SeatFieldProperties {
  number: number;
  colour: string;
  swatch: ComponentChildren;
  seat: Seat;
  onChange: (seat: Seat) => void;
}

export function SeatField({ number, colour, swatch, seat, onChange }: SeatFieldProperties) {
  const levels = KINDS[seat.kind]?.levels ?? [];
  const choose = (event: Event) => {
    const { value } = event.currentTarget as HTMLSelectElement;
    if (value === "here" || value === "link") onChange({ ...seat, form: value });
    else onChange({ form: "agent", kind: Number(value), level: seat.level });
  };
  return (
    <div class="seat-field">
      <label for={`seat-${number}`}>{swatch} {colour}</label>
      <select id={`seat-${number}`} value={seat.form === "agent" ? String(seat.kind) : seat.form} onChange={choose}>
        <option value="here">a person here</option>
        <option value="link">a person with a link</option>
        <optgroup label="An agent">
          {KINDS.map(({ name }, i) => <option key={name} value={String(i)}>{name}</option>)}
        </optgroup>
      </select>
      {seat.form === "agent" && levels.length > 1 && (
        <span class="slider">
          <input
            type="range"
            min={0}
            max={levels.length - 1}
            value={Math.min(seat.level, levels.length - 1)}
            aria-label={`Strength of ${colour}`}
            aria-valuetext={specOf(seat)}
            onInput={(event) => onChange({ ...seat, level: Number((event.currentTarget as HTMLInputElement).value) })}
          />
          <output>{specOf(seat)}</output>
        </span>
      )}
    </div>
  );
}
