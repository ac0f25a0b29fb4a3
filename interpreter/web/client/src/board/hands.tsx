// Cards and pieces beside the board: rows of them, of which those that may be chosen are buttons.
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { plain } from "../parts/words";
import { useGrowing } from "../parts/use-growing";
import { useSettling } from "../parts/use-settling";
import type { CardFace, Hand, Position, Value, WordFact } from "../wire";
import { Diagrams, spoken } from "./facts";
import type { Facts } from "./facts";
import { keyOf, SUPPLY } from "./lying";
import type { Lying } from "./lying";
import { placed } from "./places";
import type { Places } from "./places";
import type { Sheet } from "./sheet";
import { Tile } from "./tile";
import type { Chooser } from "./use-choice";

const FEW = 5; // cards that lie face down side by side; of more, one and their number
const MANY = 16; // cards of a row, of which more do not overlap but go on below

const FACES = 3; // that stand below each other on a card; of more, two side by side

/** How cards are chosen; null where they are only looked at. */
export interface Dealt {
  sheet: Sheet;
  lying: Lying | null;
  chooser: Chooser | null;
  facts?: Facts | undefined;
}

/** A card or a piece as people read it: `White-ant` is “White ant”. */
const called = (word: string): string => plain(word).replaceAll("-", " ");

interface PickableProperties extends Dealt {
  name: string;
  word: string;
  kind: string;
  children: ComponentChildren;
}

/** A card or a piece: a button where it belongs to who may choose; if it may not be chosen now, it asks why. */
function Pickable({ name, word, kind, lying, chooser, facts, children }: PickableProperties) {
  const told = facts?.[word] ? spoken(word, facts) : called(word);
  const key = lying && chooser ? keyOf(lying, name, word, chooser.view.choice.words) : undefined;
  if (lying && key === undefined && chooser?.mayAskAbout(name)) {
    return (
      <button type="button" data-word={word} class={`${kind} cannot`} aria-label={told} title={told} aria-disabled="true" onClick={() => chooser.ask(word)}>
        {children}
      </button>
    );
  }
  if (key === undefined || !chooser) {
    return <span class={kind} role="img" aria-label={told} title={told}>{children}</span>;
  }
  const isChosen = chooser.view.choice.words[key] === word;
  return (
    <button
      type="button" data-word={word} class={`${kind} can`} aria-label={told} title={told} aria-pressed={isChosen}
      onClick={() => chooser.choose(key, word)}
    >
      {children}
    </button>
  );
}

function Face({ card, sheet }: { card: CardFace; sheet: Sheet }) {
  if (card.look && sheet.has(card.look)) return <Tile sheet={sheet} look={card.look} />;
  const isLong = card.face.some((text) => text.length > 3 || (/^\p{L}{2}/u.test(text) && text === plain(card.word)));
  const kind = card.face.length <= FACES ? "face" : "face much";
  return (
    <span class={isLong ? `${kind} long` : kind} style={card.fill ? { color: card.fill } : undefined}>
      {card.face.map((text, i) => <span key={i}>{text}</span>)}
    </span>
  );
}

/** A card within a line of text. */
export function SmallCard({ card, sheet }: { card: CardFace; sheet: Sheet }) {
  const told = called(card.word);
  return <span class="face-up small" role="img" aria-label={told} title={told}><Face card={card} sheet={sheet} /></span>;
}

/** A card with what its word means. */
function ToldFace({ card, sheet, facts }: { card: CardFace; sheet: Sheet; facts: readonly WordFact[] }) {
  return (
    <>
      <Face card={card} sheet={sheet} />
      <Diagrams facts={facts} />
      {facts.map(({ label, text, drawing }) => !drawing && <span key={label} class="fact">{plain(`${label} ${text}`)}</span>)}
    </>
  );
}

function Backs({ count }: { count: number | null }) {
  if (count === 0) return null;
  const words = count === null ? "hidden: cards face down, or none" : `${count} ${count === 1 ? "card" : "cards"} face down`;
  const shown = count === null || count > FEW ? 1 : count;
  return (
    <li class="backs" role="img" aria-label={words} title={words}>
      {Array.from({ length: shown }, (_, i) => (
        <span key={i} class={count === null ? "back unknown" : count > FEW ? "back pile" : "back"}>
          {count === null ? <b>?</b> : count > FEW && <b>{count}</b>}
        </span>
      ))}
    </li>
  );
}

function Row({ name, hand, isOf, ...dealt }: Dealt & { name: string; hand: Hand; isOf: (hand: Hand) => boolean }) {
  const { label, cards, backs, place } = hand;
  const isEmpty = cards.length === 0 && backs === 0;
  const kind = isOf(hand) ? dealt : { ...dealt, lying: null };
  const places = useRef<Places>([]);
  places.current = placed(places.current, cards);
  return (
    <div class="hand">
      {label !== "" && <span class="hand-label">{label}</span>}
      <ul class={places.current.length > MANY ? "row-of-cards many" : "row-of-cards"} aria-label={plain(`${name} ${label}`)}>
        {places.current.map(({ card, isLeft }, i) => {
          const facts = dealt.facts?.[card.word];
          const look = facts ? "face-up told" : "face-up";
          const face = facts ? <ToldFace card={card} sheet={dealt.sheet} facts={facts} /> : <Face card={card} sheet={dealt.sheet} />;
          return (
            <li key={i} class={isLeft ? "left" : undefined} aria-hidden={isLeft}>
              {isLeft ? <span class={look}>{face}</span> : <Pickable {...kind} name={name} word={card.word} kind={look}>{face}</Pickable>}
            </li>
          );
        })}
        <Backs count={backs} />
        {isEmpty && <li><span class={place ? "face-up empty" : "face-up none"} role="img" aria-label="no card" /></li>}
      </ul>
    </div>
  );
}

/** The rows of one value. */
export function Hands({ value, acting, ...dealt }: Dealt & { value: Value; acting: string | null }) {
  const isOf = ({ colour }: Hand) => colour === null || colour === acting;
  const rows = useSettling<HTMLDivElement>({ asOne: true });
  return (
    <div ref={rows} class="hands">
      {(value.hands ?? []).map((hand, i) => <Row key={i} name={value.name} hand={hand} isOf={isOf} {...dealt} />)}
    </div>
  );
}

/** The colour of whoever moves. */
export function actingColour(position: Position): string | null {
  return position.acting === null ? null : (position.colours[position.acting] ?? null);
}

/** The pieces off the board, by their owners. */
function Pockets({ position, ...dealt }: Dealt & { position: Position }) {
  const owners = [...new Set(position.supply.map(({ colour }) => colour ?? null))].sort(
    (a, b) => position.colours.indexOf(a ?? "") - position.colours.indexOf(b ?? ""),
  );
  const acting = actingColour(position);
  const rows = useSettling<HTMLDivElement>({ asOne: true });
  return (
    <div ref={rows} class="hands">
      {owners.map((owner) => (
        <div key={owner} class="hand">
          {owner !== null && <span class="hand-label">{owner}</span>}
          <ul class="row-of-cards pieces-off" aria-label={owner === null ? "Supply" : `Supply of ${owner}`}>
            {position.supply.filter(({ colour }) => (colour ?? null) === owner).map(({ look, text, count }) => (
              <li key={text}>
                <Pickable {...dealt} lying={owner === null || owner === acting ? dealt.lying : null} name={SUPPLY} word={text} kind="piece-off">
                  <Tile sheet={dealt.sheet} look={look} />
                  {count !== null && count !== 1 && <span class="count">{count}</span>}
                </Pickable>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** What lies beside a board: cards, and the pieces off it where one may choose among them. */
export function BesideBoard({ position, hasSupply, ...dealt }: Dealt & { position: Position; hasSupply: boolean }) {
  const around = useGrowing<HTMLDivElement>("spread-card");
  const dealtValues = position.values.filter(({ hands = [] }) => hands.length > 0);
  const hasPieces = hasSupply && position.supply.length > 0;
  if (dealtValues.length === 0 && !hasPieces) return null;
  return (
    <div ref={around} class="beside-board" role="group" aria-label="Beside the board">
      {dealtValues.map((value) => (
        <div key={value.name} class="spread-card">
          <h2>{value.label}</h2>
          <Hands value={value} acting={actingColour(position)} {...dealt} />
        </div>
      ))}
      {hasPieces && <Pockets position={position} {...dealt} />}
    </div>
  );
}
