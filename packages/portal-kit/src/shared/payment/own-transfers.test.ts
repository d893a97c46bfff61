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

test('a top-up of a card and a move to a wallet are one row each', () => {
  const card = { scheme: 'CARD_MOVE', reference: 'Travel' } as const;
  expect(idsOf([half('in', 'CREDIT', card), half('out', 'DEBIT', card)])).toEqual(['out']);
  const wallet = { scheme: 'CRYPTO_MOVE', reference: 'EUR/EPI' } as const;
  const inEpi = half('in', 'CREDIT', { ...wallet, amount: '800.00000000', currency: 'EPI' });
  expect(idsOf([half('out', 'DEBIT', wallet), inEpi])).toEqual(['out']);
});

test('the halves of an exchange are two rows', () => {
  const exchange = { scheme: 'EXCHANGE' } as const;
  expect(idsOf([half('in', 'CREDIT', exchange), half('out', 'DEBIT', exchange)])).toEqual(['in', 'out']);
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
