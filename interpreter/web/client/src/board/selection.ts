// How a move is chosen by tapping cells and pressing buttons: pure functions of what is offered.
//
// The cells of a move, in order, are one sequence; a set of cells within it is tapped in any order.
// Its other words (a colour, a number, a piece, the action) are chosen by buttons: those that lie
// somewhere at any time, others when the cells before them in the move are.  Where words follow the
// last cell, as a direction does, the cell where its piece lands may be tapped in their place.
import type { ActionShape, Offers, Word } from "../wire";

/** One cell of the sequence, or a set of cells. */
interface Step {
  cells: readonly string[];
}

export interface Candidate {
  text: string;
  /** The words as they were offered. */
  said: readonly Word[];
  action: string;
  steps: readonly Step[];
  /** The cell where the piece of the last cell lands, if it is none of the move's own. */
  lands: string | null;
  /** Where that cell is not told: those by which this move may be meant, as another one that lands there. */
  reaches: readonly string[];
  /** The words that are not cells, by what they are: `colour 1`, `piece 1`, `piece 2` … */
  words: Readonly<Record<string, string>>;
  /** For each of these words the variables, or the supply, that it is chosen from. */
  from: Readonly<Record<string, readonly string[]>>;
  /** For each of these words how many cells are tapped before the rules ask for it. */
  after: Readonly<Record<string, number>>;
  /** For each of these words what the rules call it. */
  called: Readonly<Record<string, string>>;
  /** Those of these words that follow all cells and are not the same in every move of the action. */
  later: readonly string[];
}

export interface Choice {
  taps: readonly string[];
  words: Readonly<Record<string, string>>;
  /** The last cell of the move, where it was tapped first and several moves end there. */
  to: string | null;
  /** The action, where a button that is only its own was pressed. */
  action: string | null;
}

export interface ButtonGroup {
  key: string;
  type: string;
  /** What it is called where another of its type is chosen, too, or its action where it stands beside others; else "". */
  called: string;
  /** The action, where others have buttons of their own for this word. */
  action: string | null;
  values: { value: string; chosen: boolean }[];
}

export interface View {
  choice: Choice;
  left: readonly Candidate[];
  /** Cells that may be tapped next. */
  next: ReadonlySet<string>;
  /** Sets of cells that the move may go on with, none of which is tapped yet. */
  sets: readonly (readonly string[])[];
  selected: ReadonlySet<string>;
  groups: readonly ButtonGroup[];
  /** Moves that are complete as they stand, or the only one that is left of what was begun: each is a button. */
  ready: readonly Candidate[];
}

export type Outcome =
  | { kind: "chosen"; choice: Choice }
  | { kind: "play"; move: Candidate }
  | { kind: "impossible"; words: string[]; action: string | null };

export const NOTHING: Choice = { taps: [], words: {}, to: null, action: null };

const PLAIN = 12; // moves without cells that are each a button

const CELLS = new Set(["cell", "set of cells"]);

/** The text of a move, from its words. */
function joined(words: readonly Word[]): string {
  return words.map((word) => (typeof word === "string" ? word : `{${word.join(",")}}`)).join(" ");
}

function toCandidate(
  words: readonly Word[],
  text: string,
  lands: string | null,
  reaches: readonly string[],
  shape?: ActionShape,
): Candidate {
  const [action, ...rest] = words;
  const steps: Step[] = [];
  const others: Record<string, string> = {};
  const from: Record<string, readonly string[]> = {};
  const after: Record<string, number> = {};
  const called: Record<string, string> = {};
  let cells = 0;
  const counts = new Map<string, number>();
  rest.forEach((word, i) => {
    const type = shape?.types[i] ?? "word";
    if (CELLS.has(type) && word !== "none") {
      steps.push({ cells: typeof word === "string" ? [word] : word });
      cells += typeof word === "string" ? 1 : word.length;
      return;
    }
    const nth = (counts.get(type) ?? 0) + 1;
    counts.set(type, nth);
    from[`${type} ${nth}`] = shape?.from?.[i] ?? [];
    after[`${type} ${nth}`] = cells;
    called[`${type} ${nth}`] = shape?.parameters?.[i] ?? "";
    others[`${type} ${nth}`] = typeof word === "string" ? word : `{${word.join(",")}}`;
  });
  const later = Object.keys(others).filter((key) => after[key] === cells && others[key] !== "none");
  const begun = { text, said: words, action: String(action ?? ""), steps, lands, reaches };
  return { ...begun, words: others, from, after, called, later };
}

/** The moves offered, with their cells apart from their other words. */
export function candidatesOf(
  offers: Offers | null,
  shapes: Readonly<Record<string, ActionShape>>,
): Candidate[] {
  if (!offers) return [];
  const all = offers.moves.map((words, i) => {
    const text = offers.texts?.[i] ?? joined(words);
    return toCandidate(words, text, offers.lands?.[i] ?? null, offers.reaches?.[i] ?? [], shapes[String(words[0])]);
  });
  const first = new Map<string, string | undefined>();
  const differing = new Set<string>();
  for (const { action, words, later } of all) {
    for (const key of later) {
      const name = `${action} ${key}`;
      if (!first.has(name)) first.set(name, words[key]);
      else if (first.get(name) !== words[key]) differing.add(name);
    }
  }
  return all.map((it) => ({ ...it, later: it.later.filter((key) => differing.has(`${it.action} ${key}`)) }));
}

/** The cells of which one is tapped in place of the words that follow the last cell. */
function landingsOf({ lands, reaches }: Candidate): readonly string[] {
  return lands === null ? reaches : [lands];
}

/** What may be tapped after `taps`; null if they do not begin the sequence. Empty: nothing more. */
function following(candidate: Candidate, taps: readonly string[]): readonly string[] | null {
  let at = 0;
  for (const { cells } of candidate.steps) {
    if (cells.length === 1) {
      if (at >= taps.length) return cells;
      if (taps[at] !== cells[0]) return null;
      at += 1;
      continue;
    }
    const taken = taps.slice(at, at + cells.length);
    if (!taken.every((cell) => cells.includes(cell))) return null;
    if (taken.length < cells.length) return cells.filter((cell) => !taken.includes(cell));
    at += cells.length;
  }
  const landings = landingsOf(candidate);
  if (at === taps.length) return landings;
  return at + 1 === taps.length && landings.includes(taps[at] ?? "") ? [] : null;
}

/** Whether all cells that the rules ask for are among `taps`, which are known to begin the sequence. */
function isComplete({ steps }: Candidate, taps: readonly string[]): boolean {
  return taps.length >= steps.reduce((sum, { cells }) => sum + cells.length, 0);
}

/** The set of cells that comes next after `taps`, which are known to begin the sequence. */
function nextSet(steps: readonly Step[], taps: readonly string[]): readonly string[] | null {
  let at = 0;
  for (const { cells } of steps) {
    if (at === taps.length) return cells.length > 1 ? cells : null;
    at += cells.length;
  }
  return null;
}

/** The cells of which one is tapped last. */
function endsOf({ steps, lands, reaches }: Candidate): readonly string[] {
  return lands === null ? [...(steps.at(-1)?.cells ?? []), ...reaches] : [lands];
}

function agrees(candidate: Candidate, choice: Choice): boolean {
  if (choice.to !== null && !endsOf(candidate).includes(choice.to)) return false;
  if (choice.action !== null && candidate.action !== choice.action) return false;
  for (const [key, value] of Object.entries(choice.words)) {
    if (candidate.words[key] !== value) return false;
  }
  return following(candidate, choice.taps) !== null;
}

/** Whether a word may be chosen yet: it lies somewhere, or the cells before it are chosen, or clear. */
function isAsked({ from, after }: Candidate, key: string, choice: Choice, isClear: boolean): boolean {
  return isClear || choice.to !== null || (from[key] ?? []).length > 0 || (after[key] ?? 0) <= choice.taps.length;
}

/** Whether what is chosen may be a drawing. */
const isDrawn = (type: string): boolean => type === "piece" || type === "kind" || type.startsWith("word of ");

const NTH = ["first", "second", "third"];

/** The sort of a word, whose key has its number among those of this sort. */
const typeOf = (key: string): string => key.slice(0, key.lastIndexOf(" "));

/** What a word is called where others of its sort are chosen, too: its name, or its place if that is a mere letter. */
function nameOf(key: string, pool: readonly Candidate[]): string {
  const [name = "", ...others] = new Set(pool.flatMap(({ called }) => called[key] ?? []));
  if (others.length === 0 && name.length > 1) return name;
  return `${NTH[Number(key.slice(key.lastIndexOf(" "))) - 1] ?? "next"} ${typeOf(key).replace(/^word of .*/, "word")}`;
}

/** Words as they were offered, and numbers as one counts. */
function inOrder(type: string, values: string[]): string[] {
  return type === "number" ? values.sort((a, b) => Number(a) - Number(b)) : values;
}

/** Whether each action has buttons of its own for such a word: all but a piece say nothing without their action. */
const isOfAction = (key: string): boolean => !["piece", "kind"].includes(typeOf(key));

/** What a button chooses from moves that have the word, for each action that has its own. */
function partsOf(key: string, having: readonly Candidate[]): [string | null, readonly Candidate[]][] {
  const actions = new Set(having.map(({ action }) => action));
  if (!isOfAction(key) || actions.size < 2) return [[null, having]];
  return [...actions].map((action) => [action, having.filter((it) => it.action === action)]);
}

/** Groups of one action that stand beside those of others are called as it is. */
function namedByAction(groups: ButtonGroup[], actions: readonly ReadonlySet<string>[]): ButtonGroup[] {
  if (new Set(actions.flatMap((of) => [...of])).size < 2) return groups;
  return groups.map((group, i) => {
    const [only = "", ...others] = actions[i] ?? [];
    return others.length === 0 ? { ...group, called: `${only} ${group.called}`.trim() } : group;
  });
}

/** The action that is chosen, where only some words are: none once no word is left whose button chose it. */
function actionWith(words: Choice["words"], action: string | null): string | null {
  return Object.keys(words).some(isOfAction) ? action : null;
}

function groupsOf(left: readonly Candidate[], all: readonly Candidate[], choice: Choice, isClear: boolean) {
  const groups: ButtonGroup[] = [];
  const actions: ReadonlySet<string>[] = [];
  const asked = (candidate: Candidate) =>
    Object.keys(candidate.words).filter((key) => key in choice.words || isAsked(candidate, key, choice, isClear));
  const keys = new Set(left.flatMap(asked));
  for (const key of keys) {
    const { [key]: chosen, ...otherWords } = choice.words;
    const open = { ...choice, words: otherWords, action: actionWith(otherWords, choice.action) };
    const pool = chosen === undefined ? left : all.filter((it) => agrees(it, open));
    const having = pool.filter(({ words }) => words[key] !== undefined);
    if (new Set(having.map(({ words }) => words[key])).size < 2 && chosen === undefined) continue;
    const type = typeOf(key);
    for (const [action, part] of partsOf(key, having)) {
      const isOther = (other: string) => other !== key && typeOf(other) === type && part.some(({ words }) => other in words);
      const isMeant = action === null || choice.action === null || choice.action === action;
      const values = inOrder(type, [...new Set(part.map(({ words }) => words[key] ?? ""))]);
      actions.push(new Set(part.map((it) => it.action)));
      groups.push({
        key, type, action,
        called: [...keys].some(isOther) ? nameOf(key, part) : "",
        values: values.map((value) => ({ value, chosen: isMeant && value === chosen })),
      });
    }
  }
  return namedByAction(groups, actions);
}

/** Of the moves that are complete as they stand, those that their action tells apart. */
function readyOf(complete: readonly Candidate[]): Candidate[] {
  const byAction = new Map<string, Candidate[]>();
  for (const candidate of complete) {
    byAction.set(candidate.action, [...(byAction.get(candidate.action) ?? []), candidate]);
  }
  return [...byAction.values()].flatMap((same) => (same.length === 1 ? same : []));
}

/**
 * Whether each of the moves that are left is a button of its own: where they are few and without cells, and buttons for
 * their words would take more than one tap.  Pieces and words of lists may be drawn, so they keep their buttons.
 */
function arePlain(left: readonly Candidate[], groups: readonly ButtonGroup[], ready: readonly Candidate[]): boolean {
  if (groups.length === 0 || left.length > PLAIN || groups.some(({ type }) => isDrawn(type))) return false;
  const taken = groups.reduce((sum, { values }) => sum + values.length, ready.length);
  return groups.length > 1 || taken < left.length;
}

/** All that is shown of a choice: what may follow, and by which buttons. */
export function viewOf(all: readonly Candidate[], choice: Choice): View {
  const left = all.filter((candidate) => agrees(candidate, choice));
  const next = new Set<string>();
  const complete: Candidate[] = [];
  const sets = new Map<string, readonly string[]>();
  for (const candidate of left) {
    const set = nextSet(candidate.steps, choice.taps);
    if (set) sets.set(set.join(), set);
    if (isComplete(candidate, choice.taps)) complete.push(candidate);
    for (const cell of following(candidate, choice.taps) ?? []) next.add(cell);
  }
  const isBegun = choice.taps.length > 0 || choice.to !== null || Object.keys(choice.words).length > 0;
  const groups = groupsOf(left, all, choice, next.size === 1);
  const ready = isBegun && left.length === 1 ? left : readyOf(complete);
  const isPlain = !isBegun && next.size === 0 && arePlain(left, groups, ready);
  return {
    choice,
    left,
    next,
    sets: [...sets.values()],
    selected: new Set([...choice.taps, ...(choice.to === null ? [] : [choice.to])]),
    groups: isPlain ? [] : groups,
    ready: isPlain ? left : ready,
  };
}

/** Whether all cells of a move are tapped, and its landing too or else the words that follow its cells are chosen. */
function isWhole(candidate: Candidate, { taps, words, to }: Choice): boolean {
  const { lands, reaches, later } = candidate;
  const areTapped = following(candidate, taps)?.every((cell) => cell === to);
  if (lands !== null && (areTapped || later.length === 0)) return areTapped === true;
  const hasLanded = reaches.includes(to ?? taps.at(-1) ?? "");
  return (areTapped || isComplete(candidate, taps)) && (hasLanded || later.every((key) => key in words));
}

function settle(all: readonly Candidate[], choice: Choice, atOnce: boolean): Outcome {
  const left = all.filter((candidate) => agrees(candidate, choice));
  const [only] = left;
  if (left.length === 1 && only) {
    if (atOnce || isWhole(only, choice)) return { kind: "play", move: only };
  }
  return { kind: "chosen", choice };
}

function withoutTap(choice: Choice, cell: string, all: readonly Candidate[]): Choice {
  if (cell === choice.to) return { ...choice, to: null };
  const without = { ...choice, taps: choice.taps.filter((tapped) => tapped !== cell) };
  if (all.some((candidate) => agrees(candidate, without))) return without;
  return { ...choice, taps: choice.taps.slice(0, choice.taps.indexOf(cell)) };
}

/** Chosen words and cells in the order of a move. */
function inPlace(words: Choice["words"], cells: readonly string[], move: Candidate | undefined): string[] {
  const before = (count: number) => Object.entries(words).filter(([key]) => (move?.after[key] ?? 0) === count).map(([, word]) => word);
  const later = Object.entries(words).filter(([key]) => (move?.after[key] ?? 0) >= cells.length).map(([, word]) => word);
  return [...cells.flatMap((cell, i) => [...before(i), cell]), ...later];
}

/**
 * A tap on a cell.
 *
 * A move is played when all of it is chosen, so that nobody plays one by looking where a piece may go.  Where its
 * end is tapped first, a second tap there plays it, if no other ends there.  `atOnce` plays whatever is the only move left.
 */
export function tap(all: readonly Candidate[], choice: Choice, cell: string, atOnce = false): Outcome {
  const view = viewOf(all, choice);
  const [only, ...others] = view.left;
  if (cell === choice.to && only && others.length === 0) return { kind: "play", move: only };
  if (view.next.has(cell)) {
    return settle(all, { ...choice, taps: [...choice.taps, cell] }, atOnce);
  }
  if (view.selected.has(cell)) return { kind: "chosen", choice: withoutTap(choice, cell, all) };
  const fresh: Choice = { ...NOTHING, words: choice.words, action: choice.action };
  const begun = { ...fresh, taps: [cell] };
  if (all.some((candidate) => agrees(candidate, begun))) return settle(all, begun, atOnce);
  const ending = { ...fresh, to: cell };
  if (choice.taps.length === 0 && all.some((candidate) => agrees(candidate, ending))) return settle(all, ending, atOnce);
  const actions = new Set(view.left.map(({ action }) => action));
  const [action] = actions;
  const isWay = view.left.some(({ later }) => later.some((key) => typeOf(key) === "direction" && !(key in choice.words)));
  const taps = view.next.size > 0 || isWay ? choice.taps : []; // where no cell is left to choose, this one is another first one
  return {
    kind: "impossible",
    words: inPlace(choice.words, [...taps, cell], only),
    action: actions.size === 1 && action !== undefined ? action : null,
  };
}

/** A tap on a set of cells as a whole: only moves that go on with this very set are meant. */
export function tapSet(all: readonly Candidate[], choice: Choice, cells: readonly string[], atOnce = false): Outcome {
  const meant = all.filter(
    (candidate) => agrees(candidate, choice) && nextSet(candidate.steps, choice.taps)?.join() === cells.join(),
  );
  return settle(meant, { ...choice, taps: [...choice.taps, ...cells] }, atOnce);
}

/** A button for a word, of one action or of any: chosen, or given up if it was chosen before. */
export function choose(
  all: readonly Candidate[], choice: Choice, key: string, value: string, atOnce = false, action: string | null = null,
): Outcome {
  const { [key]: before, ...rest } = choice.words;
  const isSame = action === null || choice.action === null || choice.action === action;
  if (before === value && isSame) {
    return { kind: "chosen", choice: { ...choice, words: rest, action: actionWith(rest, choice.action) } };
  }
  const chosen = { ...choice, words: { ...rest, [key]: value }, action: action ?? choice.action };
  if (all.some((candidate) => agrees(candidate, chosen))) return settle(all, chosen, atOnce);
  return settle(all, { ...NOTHING, words: { [key]: value }, action }, atOnce);
}

/** The choice that lifting a piece makes, as a tap on it would; null where no move begins there. */
function lifted(all: readonly Candidate[], choice: Choice, from: string): Choice | null {
  if (choice.taps.at(-1) === from) return choice;
  const further = { ...choice, taps: [...choice.taps, from], to: null };
  const fresh = { ...NOTHING, words: choice.words, action: choice.action, taps: [from] };
  return [further, fresh].find((begun) => all.some((candidate) => agrees(candidate, begun))) ?? null;
}

/** What may be chosen while the piece on a cell is dragged; null where no move begins there. */
export function viewOfDrag(all: readonly Candidate[], choice: Choice, from: string): View | null {
  const start = lifted(all, choice, from);
  return start && viewOf(all, start);
}

/** A piece dragged from one cell to another: two taps, of which the first plays nothing. */
export function drag(all: readonly Candidate[], choice: Choice, from: string, to: string): Outcome {
  const start = lifted(all, choice, from);
  if (!start) return { kind: "impossible", words: [from, to], action: null };
  if (viewOf(all, start).next.has(to)) return settle(all, { ...start, taps: [...start.taps, to] }, false);
  return { kind: "impossible", words: [...start.taps, to], action: null };
}

/** Whether something of a move is chosen. */
export function isBegun(view: View): boolean {
  return view.selected.size > 0 || Object.keys(view.choice.words).length > 0;
}

/**
 * Whether it helps to show what can be chosen: not where that is most of the board, and nearly every
 * cell that looks so, as all empty ones.
 */
export function isTelling(view: View, cells: readonly string[], pieces: Readonly<Record<string, unknown>>): boolean {
  if (isBegun(view) || view.next.size <= cells.length * 0.4) return true;
  const areEmpty = [...view.next].every((cell) => !(cell in pieces));
  const alike = areEmpty ? cells.filter((cell) => !(cell in pieces)) : cells;
  return view.next.size < alike.length * 0.8;
}
