// What is expected of a result, in words: a share, or points between the least and the most.

/** A share as people read it. */
export function expectedText(share: number, points?: readonly [number, number] | null): string {
  if (!points) return `${Math.round(share * 100)} %`;
  const [least, most] = points;
  const value = least + share * (most - least);
  return signed(Number(value.toFixed(Math.abs(value) < 10 ? 2 : 0)));
}

/** Points with a proper minus sign. */
export function signed(points: number): string {
  return points < 0 ? `−${-points}` : String(points);
}
