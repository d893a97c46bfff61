/**
 * Which of the rates read are accepted. One that is farther from the rate before than the configured percentage is held: a misplaced decimal point and a swapped
 * pair look like that. Staff accepts a held rate if the market has really moved. Pure.
 */
import { type CurrencyCode, type Fraction, fractionOf } from '@calmly/domain';
import { isNear } from '../decimals.ts';
import type { RatesRead } from './reading.ts';

export interface KnownRate {
  readonly rate: string;
  readonly asOf: Date;
}

export interface HeldRate extends KnownRate {
  readonly id: string;
  readonly since: Date;
}

export interface Judged {
  readonly accepted: ReadonlyArray<readonly [CurrencyCode, KnownRate]>;
  readonly held: ReadonlyArray<
    readonly [CurrencyCode, HeldRate & { readonly isNew: boolean; readonly before: string }]
  >;
}

export interface Before {
  readonly known: ReadonlyMap<CurrencyCode, KnownRate>;
  /** Of the other source: what a first rate is compared with. */
  readonly other: ReadonlyMap<CurrencyCode, KnownRate>;
  readonly held: ReadonlyMap<CurrencyCode, HeldRate>;
}

/**
 * A rate that is not newer than the known one is ignored. The first rate of a currency is compared with the
 * other source's, and accepted if there is none. A held rate keeps its id while new readings agree with it.
 */
export function judgeRates(
  { asOf, rates }: RatesRead,
  { known, other, held }: Before,
  { mostJumpPercent, now, newId }: { mostJumpPercent: number; now: Date; newId: () => string },
): Judged {
  const accepted: Array<Judged['accepted'][number]> = [];
  const kept: Array<Judged['held'][number]> = [];
  for (const [currency, rate] of rates) {
    const last = known.get(currency);
    // An answer from a cache, or the same as before.
    if (last && last.asOf >= asOf) continue;
    const before = (last ?? other.get(currency))?.rate;
    if (before === undefined || areNear(rate, before, mostJumpPercent)) {
      accepted.push([currency, { rate, asOf }]);
      continue;
    }
    const waiting = held.get(currency);
    const isSame = waiting !== undefined && areNear(rate, waiting.rate, mostJumpPercent);
    const { id, since } = isSame ? waiting : { id: newId(), since: now };
    kept.push([currency, { id, since, rate, asOf, before, isNew: !isSame }]);
  }
  return { accepted, held: kept };
}

const areNear = (one: string, other: string, percent: number) =>
  isNear(requireFraction(one), requireFraction(other), percent);

function requireFraction(rate: string): Fraction {
  const fraction = fractionOf(rate);
  if (!fraction) throw new RangeError(`not a rate: ${rate}`);
  return fraction;
}
