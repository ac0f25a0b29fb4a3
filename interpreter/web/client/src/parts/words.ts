// Names of a rule file as people read them, as `gdl/source/wording.py` does it; what is sent and kept has them as the file does.

const STEP = /\b(?:\d+\*)?[a-z]\w*(?:\+(?:\d+\*)?[a-z]\w*)+|\b\d+\*[a-z]\w*/gi;

/** A step of several directions: `2*north+east` is “2 north and 1 east”. */
function spokenStep(step: string): string {
  const parts = step.split("+");
  const hasNumbers = step.includes("*");
  return parts.map((part) => (hasNumbers && !part.includes("*") ? `1 ${part}` : part.replace("*", " "))).join(" and ");
}

/** A text as people read it: with a blank for the underscores between two words of a name; what stands between
    backticks is to be typed, or code, and stays. */
export const namesAsWords = (text: string): string =>
  text.split("`").map((part, i) => (i % 2 === 1 ? part : part.replace(/(?<=[^\W_])_+(?=[^\W_])/g, " "))).join("`");

/** A move or a value as people read it: with names as words, steps in words, and sets as their elements. */
export const plain = (text: string): string =>
  namesAsWords(text.replace(/\{([^{}]+)\}/g, (_, elements: string) => elements.replaceAll(",", " ")).replace(STEP, spokenStep));

/** Whether a text has a part of it as the file writes it, which may end within a step, or as people read it. */
export const hasPart = (text: string, part: string): boolean => text.includes(part) || plain(text).includes(plain(part));
