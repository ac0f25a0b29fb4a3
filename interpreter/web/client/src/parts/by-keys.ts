// Whether the keyboard was used last.  Where it was not, nothing takes the focus by itself: browsers draw the focus
// that a page gives before anybody has touched anything.

let isLast = false;

addEventListener("keydown", () => (isLast = true), true);
addEventListener("pointerdown", () => (isLast = false), true);

/** Whether a key was pressed since the page was opened, and nothing was touched after it. */
export const wasByKeys = (): boolean => isLast;
