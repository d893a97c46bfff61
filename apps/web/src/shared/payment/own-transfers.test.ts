import type { Payment } from '@calmly/contract';
import { expect, test } from 'vitest';
import { foldOwnTransfers } from './own-transfers.ts';

const half = (id: string, direction: 'DEBIT' | 'CREDIT', of: Partial<Payment> = {}) =>
  ({
    id,
    direction,
    scheme: 'OWN',
    createdAt: '2026-11-18T09:00:00Z',
    amount: '800.00',
    currency: 'EUR',
    reference: 'Savings',
    ...of,
  }) as Payment;
const idsOf = (payments: readonly Payment[]) => foldOwnTransfers(payments).map(({ id }) => id);

test('the halves of a transfer between own accounts are one row', () => {
  expect(idsOf([half('in', 'CREDIT'), half('out', 'DEBIT')])).toEqual(['out']);
});

test('a half alone, another amount and payments of others stay', () => {
  expect(idsOf([half('in', 'CREDIT')])).toEqual(['in']);
  expect(idsOf([half('in', 'CREDIT', { amount: '1.00' }), half('out', 'DEBIT')])).toEqual(['in', 'out']);
  const [paid, received] = [
    half('paid', 'DEBIT', { scheme: 'SEPA' }),
    half('got', 'CREDIT', { scheme: 'SEPA' }),
  ];
  expect(idsOf([paid, received])).toEqual(['paid', 'got']);
});
