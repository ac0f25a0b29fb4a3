// The style sheet of the workbench, adopted by the page when the workbench is opened.
import text from "./workbench.css" with { type: "text" };

let sheet: CSSStyleSheet | null = null;

/** Adopts the style sheet; returns what takes it away again. */
export function adopt(): () => void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
  }
  const own = sheet;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, own];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== own);
  };
}
