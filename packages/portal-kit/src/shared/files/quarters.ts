/** How much of some work is done, rounded down to a quarter: often enough to be read out. */
export const quarterOf = (part: number): number => Math.floor(4 * Math.min(1, part)) / 4;
