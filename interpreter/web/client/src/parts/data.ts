// Data from elsewhere, whose objects hold nothing but what is written there.

/** What a text says: rules may call a word `constructor`, which objects of their own kind have, too. */
export function dataOf<T>(text: string): T {
  const data: unknown = JSON.parse(text);
  strip(data);
  return data as T;
}

function strip(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  for (const inner of Object.values(value)) strip(inner);
}
