// A piece drawn by itself, as on a button or in a supply.
import type { Sheet } from "./sheet";

export function Tile({ sheet, look }: { sheet: Sheet; look: string }) {
  return (
    <svg class="tile" viewBox="-20 -20 40 40" aria-hidden="true">
      <use href={sheet.href(look)} />
    </svg>
  );
}
