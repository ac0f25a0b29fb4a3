// Icons, drawn with strokes in the colour of the text beside them.

const PATHS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  on: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10",
  redo: "M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10",
  flip: "M7 4v14M7 18l-3-3M7 18l3-3M17 20V6M17 6l-3 3M17 6l3 3",
  flag: "M6 21V4M6 5h11l-2 4 2 4H6",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  save: "M12 4v11M12 15l-4-4M12 15l4-4M5 20h14",
  open: "M12 16V5M12 5L8 9M12 5l4 4M5 20h14",
  bulb: "M9 18h6M10 21h4M8 14a5.5 5.5 0 1 1 8 0c-.8.9-1 1.6-1 2.5H9c0-.9-.2-1.6-1-2.5z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  moon: "M19 14.5A8 8 0 0 1 9.5 5a8 8 0 1 0 9.5 9.5z",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 18v.5",
  close: "M6 6l12 12M18 6L6 18",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  graph: "M4 19h16M5 15l4-5 4 3 6-8",
  again: "M19 12a7 7 0 1 1-2-5M19 4v4h-4",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 12h2M18 12h2M12 4v2M12 18v2M6.3 6.3l1.4 1.4M16.3 16.3l1.4 1.4M6.3 17.7l1.4-1.4M16.3 7.7l1.4-1.4",
} as const;

type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

interface IconButtonProperties {
  icon: IconName;
  label: string;
  onClick: () => void;
  disabled?: boolean;
  pressed?: boolean;
}

/** A button with an icon, and a name that is shown when pointed at. */
export function IconButton({ icon, label, onClick, disabled, pressed }: IconButtonProperties) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} onClick={onClick} disabled={disabled} aria-pressed={pressed}>
      <Icon name={icon} />
    </button>
  );
}
