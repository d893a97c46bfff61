import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeBearers, chargesOf, feeOf, largestAmount } from './charges.ts';

const rule = { rate: '0.2', minfixMinor: 1000n, surchargeMinor: 1500n };

test.each([
  ['SHA', { debitedMinor: 100_500n, sentMinor: 100_000n }],
  ['OUR', { debitedMinor: 100_500n, sentMinor: 100_000n }],
  ['BEN', { debitedMinor: 100_000n, sentMinor: 99_500n }],
] as const)('a fee of 5.00 on 1,000.00 with %s', (chargeBearer, charges) => {
  expect(chargesOf({ amountMinor: 100_000n, feeMinor: 500n, chargeBearer })).toEqual(charges);
});

test('the surcharge for the other banks comes on top of the larger of share and minimum', () => {
  expect(feeOf(100_000n, rule)).toBe(2500n);
  expect(feeOf(1_000_000n, rule)).toBe(3500n);
});

test('the debit is the amount sent and the fee, for any charge bearer', () => {
  const minor = fc.bigInt({ min: 1n, max: 10n ** 20n });
  fc.assert(
    fc.property(minor, minor, fc.constantFrom(...chargeBearers), (amountMinor, feeMinor, chargeBearer) => {
      const { debitedMinor, sentMinor } = chargesOf({ amountMinor, feeMinor, chargeBearer });
      expect(debitedMinor).toBe(sentMinor + feeMinor);
    }),
  );
});

test('the largest amount fits, and one minor unit more does not', () => {
  const available = fc.bigInt({ min: -(10n ** 6n), max: 10n ** 20n });
  fc.assert(
    fc.property(available, fc.constantFrom(...chargeBearers), (availableMinor, chargeBearer) => {
      const debited = (amountMinor: bigint) =>
        chargesOf({ amountMinor, feeMinor: feeOf(amountMinor, rule), chargeBearer }).debitedMinor;
      const most = largestAmount(availableMinor, rule, chargeBearer);
      if (most > 0n) expect(debited(most) <= availableMinor).toBe(true);
      expect(debited(most + 1n) > availableMinor).toBe(true);
    }),
  );
});

// The fee is 25.00 up to 5,000.00.
test.each([
  ['SHA', 2499n, 0n],
  ['SHA', 2500n, 0n],
  ['SHA', 2501n, 1n],
  ['OUR', 12_500n, 10_000n],
  ['BEN', 10_000n, 10_000n],
  ['BEN', 1n, 1n],
  ['BEN', 0n, 0n],
  ['BEN', -1n, 0n],
] as const)('with %s an account with %s available pays at most %s', (chargeBearer, availableMinor, most) => {
  expect(largestAmount(availableMinor, rule, chargeBearer)).toBe(most);
});
