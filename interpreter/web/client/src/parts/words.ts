// Names of a rule file as people read them; what is sent and kept has them as the file does.

const STEP = /\b(?:\d+\*)?[a-z]\w*(?:\+(?:\d+\*)?[a-z]\w*)+|\b\d+\*[a-z]\w*/gi;

/** A step of several directions: `2*north+east` is “2 north and 1 east”. */
function spokenStep(step: string): string {
  const parts = step.split("+");
  const hasNumbers = step.includes("*");
  return parts.map((part) => (hasNumbers && !part.includes("*") ? `1 ${part}` : part.replace("*", " "))).join(" and ");
}

/** A text with blanks where its names have underscores, with steps in words, and with sets as their elements. */
export const plain = (text: string): string =>
  text.replace(/\{([^{}]+)\}/g, (_, elements: string) => elements.replaceAll(",", " ")).replace(STEP, spokenStep).replaceAll("_", " ");

/** A message with blanks where its names have underscores; what stands between backticks is to be typed, or code, and stays. */
export const namesAsWords = (message: string): string =>
  message.split("`").map((part, i) => (i % 2 === 1 ? part : part.replace(/(?<=[^\W_])_+(?=[^\W_])/g, (found) => " ".repeat(found.length)))).join("`");

/** Whether a text has a part of it as the file writes it, which may end within a step, or as people read it. */
export const hasPart = (text: string, part: string): boolean => text.includes(part) || plain(text).includes(plain(part));
