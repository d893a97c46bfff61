/** Which reported credits are the same money: what each of two reports tells must agree. Control: a comparison by reference alone. */
import { expect, test } from 'vitest';
import { type Arrival, isSameArrival } from './arrivals.ts';

const first: Arrival = {
  railReference: 'R-1',
  otherReference: null,
  bankAccount: 'DE89370400440532013000',
  bookedOn: '2026-11-21',
  creditorAccount: 'LT601010012345678901',
  currency: 'EUR',
  amountMinor: 500n,
  debtorName: 'Hansa GmbH & Co. KG',
  debtorAccount: 'DE33200505501289447016',
  endToEndId: 'E-1',
};

const others: ReadonlyArray<Partial<Arrival>> = [
  { bankAccount: 'DE02120300000000202051' },
  { bookedOn: '2026-11-22' },
  { creditorAccount: 'LT121000011101001000' },
  { currency: 'USD' },
  { amountMinor: 501n },
  { debtorName: 'Quite Another AS' },
  { debtorAccount: 'EE382200221020145685' },
  { endToEndId: 'E-2' },
];
const same: ReadonlyArray<Partial<Arrival>> = [
  {},
  { bankAccount: null },
  { bookedOn: null },
  { creditorAccount: 'NOTPROVIDED' },
  { debtorName: 'NOTPROVIDED' },
  { debtorName: 'HANSA GMBH' },
  { debtorName: 'Hansa GmbH  & Co KG' },
  { debtorAccount: 'NOTPROVIDED' },
  { debtorAccount: 'DE33 2005 0550 1289 4470 16' },
  { endToEndId: 'NOTPROVIDED' },
];

test.each(others)('%o is another credit', (change) => {
  expect(isSameArrival(first, { ...first, ...change })).toBe(false);
  expect(isSameArrival({ ...first, ...change }, first)).toBe(false);
});

test.each(same)('%o is the same credit', (change) => {
  expect(isSameArrival(first, { ...first, ...change })).toBe(true);
  expect(isSameArrival({ ...first, ...change }, first)).toBe(true);
});

test('an account is the same by its number and its IBAN', () => {
  const byNumber = { ...first, creditorAccount: '1000123' };
  expect(isSameArrival(first, byNumber)).toBe(false);
  expect(isSameArrival(first, byNumber, ['1000123', first.creditorAccount])).toBe(true);
});

test('control: a comparison by reference alone takes all of them for the same', () => {
  const byReference = (arrival: Arrival) => arrival.railReference === first.railReference;
  expect(others.filter((change) => byReference({ ...first, ...change }))).toHaveLength(others.length);
});
