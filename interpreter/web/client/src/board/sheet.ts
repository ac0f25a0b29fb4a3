// The symbols of the pieces, sent by the server as SVG, kept in one hidden element that `<use>` refers to.
//
// They are parsed as XML and copied element by element from a list of what drawings need, so that
// no script, style, link or foreign element ever reaches the page.

const SVG = "http://www.w3.org/2000/svg";

const ELEMENTS = new Set([
  "symbol", "g", "path", "circle", "ellipse", "rect", "polygon", "polyline", "line", "text", "tspan", "title",
]);

const ATTRIBUTES = new Set([
  "viewBox", "class", "d", "cx", "cy", "r", "rx", "ry", "x", "y", "x1", "y1", "x2", "y2", "width",
  "height", "points", "transform", "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width",
  "stroke-opacity", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "text-anchor",
  "dominant-baseline", "dy", "font-size", "font-weight", "font-family", "overflow", "paint-order",
]);

function copyOf(source: Element): Element | null {
  if (source.namespaceURI !== SVG || !ELEMENTS.has(source.localName)) return null;
  const copy = document.createElementNS(SVG, source.localName);
  for (const { name, value } of source.attributes) {
    if (ATTRIBUTES.has(name) && !value.includes("url(")) copy.setAttribute(name, value);
  }
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.textContent ?? "");
    else if (child instanceof Element) {
      const inner = copyOf(child);
      if (inner) copy.append(inner);
    }
  }
  return copy;
}

/** The one harmless `<symbol>` in a text; null if there is none. */
function parseSymbol(markup: string): Element | null {
  const text = markup.includes("xmlns=") ? markup : markup.replace("<symbol", `<symbol xmlns="${SVG}"`);
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const symbol = parsed.localName === "symbol" ? parsed : parsed.querySelector("symbol");
  return symbol ? copyOf(symbol) : null;
}

let sheets = 0;

/** The symbols of one table, under ids of their own. */
export class Sheet {
  readonly element: SVGSVGElement;
  private readonly prefix = `look${++sheets}-`;
  private readonly looks = new Set<string>();
  private readonly names = new Map<string, string>();

  constructor() {
    this.element = document.createElementNS(SVG, "svg");
    this.element.setAttribute("class", "sheet");
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Adds the symbols that a position brings with it. */
  add(symbols: Readonly<Record<string, string>>): void {
    for (const [look, markup] of Object.entries(symbols)) {
      if (this.looks.has(look)) continue;
      const symbol = parseSymbol(markup);
      if (!symbol) continue;
      symbol.setAttribute("id", this.prefix + look);
      symbol.setAttribute("overflow", "visible");
      const title = symbol.querySelector("title");
      if (title?.textContent) this.names.set(look, title.textContent);
      title?.remove();
      this.element.append(symbol);
      this.looks.add(look);
    }
  }

  /** Forgets all symbols. */
  clear(): void {
    this.element.replaceChildren();
    this.looks.clear();
    this.names.clear();
  }

  has(look: string): boolean {
    return this.looks.has(look);
  }

  /** What a piece is called for people: the title of its symbol. */
  nameOf(look: string): string {
    return this.names.get(look) ?? look.replaceAll("-", " ");
  }

  href(look: string): string {
    return `#${this.prefix}${look}`;
  }
}
