import { describe, expect, test } from 'vitest';
import { createSandboxScreening } from './sandbox.ts';
import type { ScreeningSubject } from './screening.ts';

const screening = createSandboxScreening({ paymentsPerHour: 60 });
/** Without a watch list of the bank nothing is read. */
const noDatabase = undefined as never;
const harmless: ScreeningSubject = {
  debtorName: 'Anna Tamm',
  creditorName: 'Hansa Container Depot GmbH',
  currency: 'EUR',
  amountMinor: 12_000n,
  paymentsInLastHour: 1,
  isFirst: false,
};

async function screen(change: Partial<ScreeningSubject>) {
  const [result] = await screening.screen(noDatabase, [{ ...harmless, ...change }]);
  return result;
}

describe('sandbox screening', () => {
  test.each([
    'Sandbox Sanctioned Person',
    'SANCTIONED, Person Sandbox',
    'Sandbox Sanctoned Person',
    'Mr Sándbox Sanctioned Pérson Jr.',
    'Тестов Подсанкционный',
  ])('%s is held by name', async (creditorName) => {
    const expected = {
      outcome: 'hold',
      rule: 'screening_name',
      found: expect.stringMatching(/\(sandbox\)$/),
    };
    expect(await screen({ creditorName })).toEqual(expected);
  });

  test.each(['Hansa Container Depot GmbH', 'Sandbox Person', 'Person', ''])(
    '%j is clear',
    async (creditorName) => {
      expect(await screen({ creditorName })).toEqual({ outcome: 'clear' });
    },
  );

  test('an amount from the limit on is reviewed, one cent below is not', async () => {
    expect(await screen({ amountMinor: 10_000_000n })).toEqual({
      outcome: 'review',
      rule: 'screening_amount',
    });
    expect(await screen({ amountMinor: 9_999_999n })).toEqual({ outcome: 'clear' });
  });

  test('half of it is reviewed for a new payee', async () => {
    const large = { amountMinor: 5_000_000n, isFirst: true };
    expect(await screen(large)).toEqual({ outcome: 'review', rule: 'screening_new_payee' });
    expect(await screen({ ...large, amountMinor: 4_999_999n })).toEqual({ outcome: 'clear' });
    expect(await screen({ ...large, isFirst: false })).toEqual({ outcome: 'clear' });
  });

  test('the limit follows the decimals of the currency', async () => {
    expect(await screen({ currency: 'JPY', amountMinor: 16_999_999n })).toEqual({ outcome: 'clear' });
    expect(await screen({ currency: 'KWD', amountMinor: 33_000_000n })).toMatchObject({ outcome: 'review' });
  });

  test('more payments an hour than the limit are reviewed', async () => {
    expect(await screen({ paymentsInLastHour: 60 })).toEqual({ outcome: 'clear' });
    expect(await screen({ paymentsInLastHour: 61 })).toEqual({
      outcome: 'review',
      rule: 'screening_velocity',
    });
  });

  test('a list is answered one by one, in order', async () => {
    const results = await screening.screen(noDatabase, [
      harmless,
      { ...harmless, creditorName: 'Blocked Trading House Ltd' },
      harmless,
    ]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['clear', 'hold', 'clear']);
  });
});
