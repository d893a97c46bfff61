/** Counts next to a heading or a link; larger ones are not shown exactly. */
export const mostCounted = 99;

/** `7`, or `99+`. */
export const countText = (count: number): string => (count > mostCounted ? `${mostCounted}+` : String(count));
