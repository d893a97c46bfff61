/**
 * Whether a price of the service is believed. One message can be wrong, so the first price and a jump need a second source: the history, which is asked by HTTP. Without a
 * person, unlike exchange rates: crypto does move by a fifth, also at night, and no one trades at these prices. Pure.
 */

export interface PriceState {
  /** The last that was believed, in ticks. */
  readonly last: { readonly ticks: number; readonly atMs: number } | undefined;
  /** A jump that waits for the history's word. */
  readonly suspect: number | undefined;
}

export interface PriceReading {
  readonly ticks: number;
  readonly origin: 'socket' | 'history';
  readonly atMs: number;
}

export const noPrice: PriceState = { last: undefined, suspect: undefined };

const mostJumpPercent = 20;
/** So near are two readings of one jump. */
const agreePercent = 5;
/** After so long without a price any change is possible. */
const forgottenMs = 60 * 60_000;

const isNear = (one: number, other: number, percent: number) =>
  Math.abs(one - other) * 100 <= other * percent;

/**
 * Returns the next state with the verdict. Believed is a price within 20 % of the last one, or a reading of
 * the history within 5 % of the suspect one. After an hour without a price, only the history is.
 */
export function judgePrice(
  { last, suspect }: PriceState,
  { ticks, origin, atMs }: PriceReading,
): PriceState & { readonly verdict: 'believed' | 'unsure' } {
  const known = last && atMs - last.atMs <= forgottenMs ? last : undefined;
  const isUsual = known ? isNear(ticks, known.ticks, mostJumpPercent) : origin === 'history';
  const isConfirmed = origin === 'history' && suspect !== undefined && isNear(ticks, suspect, agreePercent);
  if (isUsual || isConfirmed) return { last: { ticks, atMs }, suspect: undefined, verdict: 'believed' };
  return { last, suspect: ticks, verdict: 'unsure' };
}
