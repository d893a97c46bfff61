/** Average cost in random histories. */
import { divideHalfEven } from '@calmly/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyChange,
  averageCost,
  type Change,
  emptyPosition,
  type Position,
  worthOf,
} from './average-cost.ts';

const unit = 10n ** 18n;
const quantity = fc.bigInt({ min: 1n, max: 10n ** 24n });
const money = fc.bigInt({ min: 0n, max: 10n ** 18n });

type Step =
  | { readonly kind: 'in'; readonly quantityMinor: bigint; readonly costMinor: bigint | undefined }
  /** A part of the quantity, in thousandths. */
  | { readonly kind: 'out'; readonly thousandths: bigint; readonly proceedsMinor: bigint | undefined };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('in' as const),
    quantityMinor: quantity,
    costMinor: fc.option(money, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant('out' as const),
    thousandths: fc.bigInt({ min: 1n, max: 1000n }),
    proceedsMinor: fc.option(money, { nil: undefined }),
  }),
);

/** Applies the possible steps, and sums deposits and proceeds. */
function run(steps: readonly Step[]) {
  let position: Position = emptyPosition;
  let [paidIn, cameOut] = [0n, 0n];
  for (const each of steps) {
    const change = changeOf(position, each);
    if (!change) continue;
    const before = position;
    position = applyChange(position, change);
    if (change.kind === 'in') paidIn += change.costMinor ?? 0n;
    else cameOut += change.proceedsMinor ?? before.costMinor - position.costMinor;
  }
  return { position, netCost: paidIn - cameOut };
}

function changeOf({ quantityMinor }: Position, each: Step): Change | undefined {
  if (each.kind === 'in') return each;
  const part = (quantityMinor * each.thousandths) / 1000n;
  return part > 0n ? { kind: 'out', quantityMinor: part, proceedsMinor: each.proceedsMinor } : undefined;
}

describe('average cost', () => {
  it('realised and unrealised profit together are the value less the net cost', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), money, (steps, price) => {
        const { position, netCost } = run(steps);
        const value = worthOf(position, price, unit);
        expect(position.realisedMinor + (value - position.costMinor)).toBe(value - netCost);
      }),
    );
  });

  it('never has cost without quantity, nor negative cost', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { position } = run(steps);
        expect(position.costMinor).toBeGreaterThanOrEqual(0n);
        if (position.quantityMinor === 0n) expect(position.costMinor).toBe(0n);
      }),
    );
  });

  it('keeps the average cost when a part leaves, to less than a minor unit of the part', () => {
    fc.assert(
      fc.property(quantity, money, fc.bigInt({ min: 1n, max: 999n }), (all, cost, thousandths) => {
        const before = applyChange(emptyPosition, { kind: 'in', quantityMinor: all, costMinor: cost });
        const part = (all * thousandths) / 1000n;
        if (part === 0n) return;
        const after = applyChange(before, { kind: 'out', quantityMinor: part, proceedsMinor: undefined });
        expect(after.realisedMinor).toBe(0n);
        const exact = cost * (all - part);
        const difference = after.costMinor * all - exact;
        expect(difference <= all && difference >= -all).toBe(true);
      }),
    );
  });

  it('calculates an example by hand', () => {
    // 2 for 4 000 and a fee of 8; 1 more for 2 600; 1.5 sold for 3 900 less 7.8; a withdrawal of 0.5 with a fee of 0.1.
    const cents = (text: number) => BigInt(Math.round(text * 100));
    const units = (text: number) => (BigInt(Math.round(text * 10)) * unit) / 10n;
    const position = [
      { kind: 'in', quantityMinor: units(2), costMinor: cents(4008) },
      { kind: 'in', quantityMinor: units(1), costMinor: cents(2600) },
      { kind: 'out', quantityMinor: units(1.5), proceedsMinor: cents(3892.2) },
      { kind: 'out', quantityMinor: units(0.5), proceedsMinor: undefined },
      { kind: 'out', quantityMinor: units(0.1), proceedsMinor: 0n },
    ].reduce((before, change) => applyChange(before, change as Change), emptyPosition);
    expect(averageCost(position, unit)).toBe(divideHalfEven(cents(6608), 3n));
    expect(position).toEqual({
      quantityMinor: units(0.9),
      // 6 608 − 3 304 − 1 101.33 − 220.27
      costMinor: 198_240n,
      realisedMinor: cents(3892.2) - cents(3304) - 22_027n,
      unpricedMinor: 0n,
    });
  });
});
