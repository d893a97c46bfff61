import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addingUp } from './adding-up.ts';

const cent = 1_000_000n;

it('makes value and fee add up to the total, each within a cent of its exact amount', () => {
  const minor = fc.bigInt({ min: 0n, max: 10n ** 16n });
  fc.assert(
    fc.property(minor, minor, fc.boolean(), fc.boolean(), (some, more, isBuying, isWhole) => {
      const feeMinor = some % 10n ** 12n;
      const valueMinor = isWhole ? (feeMinor + more) * cent : feeMinor + more;
      const sign = isBuying ? 1n : -1n;
      const bill = { valueMinor, feeMinor, totalMinor: valueMinor + sign * feeMinor };
      const shown = addingUp(bill, cent);
      expect(shown.valueMinor + sign * shown.feeMinor).toBe(shown.totalMinor);
      for (const line of ['valueMinor', 'feeMinor', 'totalMinor'] as const) {
        expect(shown[line] % cent).toBe(0n);
        const away = shown[line] - bill[line];
        expect(away < 0n ? -away : away).toBeLessThanOrEqual(cent);
      }
      if (isWhole) expect(shown.valueMinor).toBe(valueMinor);
    }),
  );
});
