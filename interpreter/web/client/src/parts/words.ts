// Names of a rule file as people read them; what is sent and kept has them as the file does.

/** A text with blanks where its names have underscores. */
export const plain = (text: string): string => text.replaceAll("_", " ");
