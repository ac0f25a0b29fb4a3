// Documentation from the language server, made by a Markdown renderer, as harmless HTML.
//
// It may quote a rule file of a stranger: only the elements below are kept, without attributes.

const KEPT = new Set([
  "P", "BR", "CODE", "PRE", "EM", "STRONG", "B", "I", "UL", "OL", "LI", "H1", "H2", "H3", "H4", "HR", "BLOCKQUOTE",
  "TABLE", "THEAD", "TBODY", "TR", "TH", "TD", "SPAN",
]);
const DROPPED = new Set(["SCRIPT", "STYLE", "TEMPLATE", "IFRAME", "OBJECT", "EMBED", "SVG", "MATH", "NOSCRIPT"]);
const CLASS = /^[\w\s\u0370-\u03ff-]*$/; // highlighting classes of the editor

function copyInto(target: Element, source: Node): void {
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) target.append(child.textContent ?? "");
    if (!(child instanceof Element) || DROPPED.has(child.tagName.toUpperCase())) continue;
    if (!KEPT.has(child.tagName)) {
      copyInto(target, child);
      continue;
    }
    const copy = document.createElement(child.tagName);
    const name = child.getAttribute("class") ?? "";
    if (child.tagName === "SPAN" && CLASS.test(name)) copy.className = name;
    target.append(copy);
    copyInto(copy, child);
  }
}

/** The same HTML with nothing in it but text and its layout. */
export function clean(html: string): string {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const kept = document.createElement("div");
  copyInto(kept, parsed.body);
  return kept.innerHTML;
}
