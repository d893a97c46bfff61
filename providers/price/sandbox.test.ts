import { currencies } from '@calmly/domain';
import { expect, it } from 'vitest';
import { createSandboxPrices } from './sandbox.ts';

const day = new Date('2026-11-21T09:00:00Z');

it('knows a rate for every currency', async () => {
  const { rates, asOf } = await createSandboxPrices('calmly').referenceRates(day);
  expect(asOf).toEqual(new Date('2026-11-21T00:00:00Z'));
  const fiat = Object.values(currencies).filter(({ kind }) => kind === 'fiat');
  expect(Object.keys(rates).sort()).toEqual(fiat.map(({ code }) => code).sort());
  for (const rate of Object.values(rates)) expect(rate).toMatch(/^\d+(\.\d{6})?$/);
});

it('gives the same rates all day and others on the next', async () => {
  const prices = createSandboxPrices('calmly');
  const morning = await prices.referenceRates(day);
  expect(await createSandboxPrices('calmly').referenceRates(new Date('2026-11-21T23:59:59Z'))).toEqual(
    morning,
  );
  const { rates } = morning;
  expect((await prices.referenceRates(new Date('2026-11-22T00:00:00Z'))).rates).not.toEqual(rates);
  expect((await createSandboxPrices('other').referenceRates(day)).rates).not.toEqual(rates);
});

it('moves the market every ten seconds, around the rates of the day', async () => {
  const prices = createSandboxPrices('calmly');
  const { rates, asOf } = await prices.marketRates(new Date('2026-11-21T09:00:07Z'));
  expect(asOf).toEqual(new Date('2026-11-21T09:00:00Z'));
  expect((await prices.marketRates(new Date('2026-11-21T09:00:09Z'))).rates).toEqual(rates);
  expect((await prices.marketRates(new Date('2026-11-21T09:00:10Z'))).rates).not.toEqual(rates);
  const { rates: reference } = await prices.referenceRates(day);
  for (const [currency, rate] of Object.entries(rates))
    expect(Number(rate) / Number(reference[currency as 'EUR'])).toBeCloseTo(1, 2);
});
