/** Counts beside a heading or a link: larger ones than this are not told apart. */
export const mostCounted = 99;

/** `7`, or `99+`. */
export const countText = (count: number): string => (count > mostCounted ? `${mostCounted}+` : String(count));
