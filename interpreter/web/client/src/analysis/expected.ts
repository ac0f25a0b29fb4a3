// What is expected of a result, in words: a share, or points between the least and the most.

/** A share as people read it. */
export function expectedText(share: number, points?: readonly [number, number] | null): string {
  if (!points) return `${Math.round(share * 100)} %`;
  const [least, most] = points;
  const value = least + share * (most - least);
  return signed(Number(value.toFixed(Math.abs(value) < 10 ? 2 : 0)));
}

/** Where points lie between the least and the most; a result that is no points is a share already. */
export function shareOf(result: number, points: readonly [number, number] | null): number {
  if (!points) return result;
  const [least, most] = points;
  return most === least ? 0.5 : (result - least) / (most - least);
}

/** Points with a proper minus sign. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}
