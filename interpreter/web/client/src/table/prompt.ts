// What is asked of whom, as one plain sentence.
import type { ButtonGroup, View } from "../board/selection";
import { signed } from "../analysis/expected";
import { plain } from "../parts/words";
import type { ActionShape, Position, TableMessage } from "../wire";

const FEW = 4; // answers that a sentence can name
const NTH = /^(first|second|third|next) /; // how `selection.ts` calls words of one sort
const SOME = 3; // words of which one is chosen that are named

const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;

/** The kind of a piece, of its whole name with owner and attributes. */
function kindOf(name: string, colours: readonly string[]): string {
  const [first = ""] = name.split(",");
  const owner = colours.find((colour) => first.startsWith(`${colour} `));
  return owner === undefined ? first : first.slice(owner.length + 1);
}

function either(words: readonly string[]): string {
  if (words.length <= 1) return words[0] ?? "";
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** The first of many words. */
function some(words: readonly string[]): string {
  return words.length > SOME ? `${words.slice(0, SOME).join(", ")} …` : words.join(", ");
}

/** What the rules call the heap that is chosen next, where all moves agree; else "". */
function heapOf(view: View, shapes: Readonly<Record<string, ActionShape>>): string {
  const names = new Set(view.left.map(({ action }) => shapes[action]?.heaps?.[view.choice.taps.length] ?? ""));
  const [name = ""] = names;
  return names.size === 1 ? plain(name) : "";
}

/** What the cells that may be chosen next have in common. */
function wanted(
  view: View,
  position: Position,
  shapes: Readonly<Record<string, ActionShape>>,
  nameOf: (look: string) => string,
): string {
  const cells = [...view.next];
  const looks = new Set(cells.map((cell) => position.pieces[cell] ?? ""));
  if (looks.size === 1 && looks.has("")) {
    const isAny = view.left.every(({ action }) => shapes[action]?.looks === false);
    return isAny || cells.every((cell) => position.hidden.includes(cell)) ? "a cell" : "an empty cell";
  }
  if (looks.has("")) return "a cell";
  const names = new Set([...looks].map((look) => kindOf(nameOf(look), position.colours)));
  const [name] = names;
  const heap = heapOf(view, shapes);
  if (heap !== "") return withArticle(heap);
  return names.size === 1 && name ? withArticle(name) : "a piece";
}

/** For whose piece a cell is chosen, where the moves that are left say it and nobody chose it. */
function forWhom(view: View, shapes: Readonly<Record<string, ActionShape>>): string {
  const owners = new Set(view.left.map(({ words }) => words["colour 1"]));
  const [owner] = owners;
  if (owners.size !== 1 || owner === undefined || "colour 1" in view.choice.words) return "";
  const kinds = new Set(view.left.map(({ action }) => shapes[action]?.puts));
  const [kind] = kinds;
  return kinds.size === 1 && kind ? ` for ${withArticle(`${owner} ${plain(kind)}`)}` : ` for ${owner}`;
}

/** The groups of which nothing is chosen yet, but for those of actions that are ruled out by what is chosen. */
function openGroups(view: View): readonly ButtonGroup[] {
  const isLeft = ({ key, action }: ButtonGroup) =>
    view.left.some((move) => move.words[key] !== undefined && (action === null || action === move.action));
  return view.groups.filter((group) => !group.values.some(({ chosen }) => chosen) && isLeft(group));
}

/** What a group is called without the action that may stand before it. */
function nameWithin({ called }: ButtonGroup, actions: readonly string[]): string {
  const action = actions.find((each) => called === each || called.startsWith(`${each} `));
  return action === undefined ? called : called.slice(action.length + 1);
}

/**
 * What is open to be chosen, by its name where another of its sort is chosen too, or else by its sort: what lies
 * among cards is a card, a word of a list a word.
 */
function openOf(view: View, position: Position, isWanted = (_: ButtonGroup) => true): string[] {
  const hands = (position.values ?? []).flatMap(({ hands = [] }) => hands);
  const cards = new Set(hands.flatMap((hand) => hand.cards.map(({ word }) => word)));
  const actions = [...new Set(view.left.map(({ action }) => action))];
  const nameOf = (group: ButtonGroup) => {
    const { type, values } = group;
    const name = nameWithin(group, actions);
    if (name !== "" && (actions.length === 1 || name === group.called)) return `${NTH.test(name) ? "the " : ""}${plain(name)}`;
    if (type !== "number" && values.every(({ value }) => cards.has(value))) return "a card";
    return type.startsWith("word of ") ? `a word (${some(values.map(({ value }) => plain(value)))})` : withArticle(type);
  };
  return [...new Set(openGroups(view).filter(isWanted).map(nameOf))];
}

/** A question with few answers, all of them; null where there are more, or none. */
function fewAnswers(view: View): string | null {
  const [group, ...others] = openGroups(view);
  if (!group || others.length > 0 || group.type === "piece" || group.values.length > FEW) return null;
  return `${either(group.values.map(({ value }) => plain(value)))}?`;
}

/** The words that all moves with cells have in common, so that nobody chooses them; once begun, those before the cells. */
function given(view: View, isBegun: boolean): string {
  const moves = view.left.filter(({ steps }) => steps.length > 0);
  const isFirst = (key: string) => moves[0]?.after[key] === 0 && !(key in view.choice.words);
  const words = Object.entries(moves[0]?.words ?? {}).filter(([key]) => key.startsWith("word ") && (!isBegun || isFirst(key)));
  const same = words.filter(([key, value]) => moves.every((move) => move.words[key] === value));
  return same.map(([, value]) => ` ${plain(value)}`).join("");
}

/** That what is chosen may be all of a move. */
const orButton = ({ ready }: View): string => (ready.length === 0 ? "" : ready.length === 1 ? ", or the button" : ", or a button");

/** Whether the cells that may be chosen next stand for words, as where a piece lands for its direction. */
function areLandings({ left, choice }: View): boolean {
  return left.every(({ steps }) => steps.reduce((sum, { cells }) => sum + cells.length, 0) <= choice.taps.length);
}

/** What is selected: where it is all of a move, in the order of that move, as its button has it. */
function selected({ selected: all, ready }: View): readonly string[] {
  const selected = [...all];
  const [only, ...others] = ready;
  const words = only && others.length === 0 ? plain(only.text).split(" ") : [];
  const isSet = new Set(selected).size === selected.length && selected.every((cell) => words.includes(cell));
  return isSet ? [...selected].sort((a, b) => words.indexOf(a) - words.indexOf(b)) : selected;
}

function begun(view: View, position: Position, actions: readonly string[], object: string): string {
  const said = plain([...selected(view), ...Object.values(view.choice.words)].join(" "));
  const begin = actions.length === 1 ? `${plain(actions[0] ?? "")}${given(view, true)} ${said}` : said;
  const [only, ...others] = view.left;
  const isOnly = only !== undefined && others.length === 0;
  if (view.choice.to !== null && isOnly) return `${plain(only.text)} – choose ${plain(view.choice.to)} again to play it`;
  if (view.choice.to !== null) return `to ${plain(view.choice.to)} – choose ${object} to begin with`;
  if (view.next.size > 0 && areLandings(view)) {
    const open = isOnly ? [] : openOf(view, position);
    if (open.length > 0) return `${begin} – now choose ${object}, or ${open.join(" and ")}${orButton(view)}`;
  }
  if (view.next.size > 0) return isOnly ? `${plain(only.text)} – choose ${object}, or the button` : `${begin} – now choose ${object}${orButton(view)}`;
  const answers = fewAnswers(view);
  if (answers !== null) return `${begin} – ${answers}`;
  if (isOnly) return `${plain(only.text)} – the button plays it`;
  const open = openOf(view, position);
  return open.length > 0 ? `${begin} – now choose ${either(open)}` : `${begin} – choose what to do`;
}

/** What the acting person is asked to do. */
export function asked(
  view: View,
  position: Position,
  shapes: Readonly<Record<string, ActionShape>>,
  nameOf: (look: string) => string,
): string {
  const actions = [...new Set(view.left.map(({ action }) => action))];
  const onBoard = [...new Set(view.left.filter(({ steps }) => steps.length > 0).map(({ action }) => action))];
  const sort = wanted(view, position, shapes, nameOf);
  const object = sort + forWhom(view, shapes);
  const isBegun = view.selected.size > 0 || Object.keys(view.choice.words).length > 0;
  if (isBegun) return begun(view, position, actions, object);
  if (onBoard.length === 0) {
    const open = openOf(view, position);
    const answers = actions.length === 1 ? fewAnswers(view) : null;
    if (answers !== null) return `${plain(actions[0] ?? "")} – ${answers}`;
    if (open.length > 0) return `${either(actions.map(plain))} – choose ${either(open)}`;
    if (actions.length === 1 && view.left.length > 1) return `${plain(actions[0] ?? "")} – choose a move`;
    return actions.length === 1 ? `nothing but “${plain(view.left[0]?.text ?? "")}” is possible` : `${either(actions.map(plain))}?`;
  }
  const verbs = either(onBoard.map(plain)) + (onBoard.length === 1 ? given(view, false) : "");
  const others = actions.filter((action) => !onBoard.includes(action)).map(plain);
  const also = others.length > 0 ? `, or ${either(others)}` : "";
  const open = openOf(view, position, ({ type }) => type === "piece" || type === "kind");
  if (open.length > 0) return `${verbs} – choose ${either(open)} and ${object}${also}`;
  const cellsOf = (action: string) => shapes[action]?.types.filter((type) => type === "cell").length ?? 0;
  const isMoved = onBoard.every((action) => cellsOf(action) > 1 || view.left.some((move) => move.action === action && move.lands));
  if (isMoved && onBoard.length === 1 && !sort.endsWith(" cell")) return `choose ${object} to ${verbs}${also}`;
  return `${verbs} – choose ${object}${also}`;
}

/** What chance has just decided, and in whose turn if that is over and it does not say so itself; else "". */
export function decided({ last, colours, acting }: Pick<Position, "last" | "colours" | "acting">): string {
  if (!last || last.seat !== null || last.text === "") return "";
  const isOver = last.colour !== null && last.colour !== (acting === null ? null : colours[acting]);
  const isSaid = last.colour !== null && last.text.split(" ").includes(last.colour);
  return `${isOver && !isSaid ? `for ${last.colour}: ` : ""}${plain(last.text)}`;
}

/** Who won, in words: whoever has the most. Where all get the same, it is a draw if that is half of a win, or no points of
 * which others could have been lost; otherwise all have played together. */
export function resultText(position: Position): string {
  const result = position.result ?? [];
  const [alone] = position.colours;
  const [own = 0] = result;
  if (position.colours.length === 1) {
    if (own === 0.5) return "A draw";
    return own === 0 || own === 1 ? `${alone} ${own === 1 ? "wins" : "loses"}` : `${alone} gets ${signed(own)} points`;
  }
  const most = Math.max(...result);
  const winners = position.colours.filter((_, seat) => result[seat] === most);
  if (winners.length === 1) return `${winners[0]} wins`;
  if (winners.length === position.colours.length) {
    const isDraw = own === (position.shares?.[0] ?? 0.5) ? own === 0.5 : own === 0;
    return isDraw ? "A draw" : `All get ${signed(own)} point${own === 1 ? "" : "s"}`;
  }
  return `${winners.join(" and ")} share the win`;
}

/** Who a seat is for people: its colour, and the agent that plays it. */
export function seatName(table: TableMessage, seat: number, colours: readonly string[]): string {
  const entry = table.seats[seat];
  const colour = colours[seat] ?? entry?.colour ?? `Seat ${seat + 1}`;
  return entry && entry.who !== "person" ? `${colour} (${entry.who})` : colour;
}
