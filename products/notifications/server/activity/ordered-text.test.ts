import { expect, test } from 'vitest';
import type { OrderedPayment } from '../../../payments/server/payments/index.ts';
import { orderedText } from './ordered-text.ts';

const order = (of: Partial<OrderedPayment>): OrderedPayment => ({
  id: '01a2',
  number: 'PAY-1',
  at: new Date('2026-11-18T09:00:00Z'),
  amountMinor: 25_000n,
  currency: 'EUR',
  scheme: 'SEPA',
  creditorName: 'Anna Lepik',
  creditorAccount: 'LT223850010204918014',
  reference: '',
  converted: null,
  personId: 'p1',
  ip: null,
  userAgent: null,
  application: null,
  ...of,
});

const eur = '250.00\u00a0€';
const payee = { creditorName: 'Hansa GmbH' };
const bitcoin = { amountMinor: 500_000n, currency: 'BTC' } as const;

test.each([
  [payee, 'Payment to Hansa GmbH created, PAY-1'],
  [
    { ...payee, scheme: 'SWIFT', application: 'Ledgerly' },
    'Ledgerly requested a payment to Hansa GmbH, PAY-1',
  ],
  [{ scheme: 'OWN' }, `Moved ${eur} between own accounts, PAY-1`],
  [{ scheme: 'EXCHANGE', reference: 'EUR/JPY' }, `Exchanged ${eur} to JPY, PAY-1`],
  [
    {
      scheme: 'TRADE',
      reference: 'BTC/EPI',
      currency: 'EPI',
      amountMinor: 44_000_000_000n,
      converted: bitcoin,
    },
    'Bought 0.005\u00a0BTC for 440.00\u00a0EPI, PAY-1',
  ],
  [{ scheme: 'TRADE', reference: 'BTC/EPI', ...bitcoin }, 'Sold 0.005\u00a0BTC, PAY-1'],
  [{ scheme: 'CARD', creditorName: 'Bookshop' }, 'Paid Bookshop by card, PAY-1'],
  [{ scheme: 'CARD_FEE', reference: 'Travel' }, 'Card fee for Travel, PAY-1'],
  [{ scheme: 'CARD_MOVE', reference: 'Travel', creditorAccount: '•••• 6059' }, 'Topped up Travel, PAY-1'],
  [{ scheme: 'CARD_MOVE', reference: 'Travel' }, 'Moved money from card Travel, PAY-1'],
  [{ scheme: 'CRYPTO_MOVE', reference: 'EUR/EPI' }, `Moved ${eur} to the EPI wallet, PAY-1`],
  [
    { scheme: 'CRYPTO_MOVE', reference: 'EPI/EUR', currency: 'EPI', amountMinor: 44_000_000_000n },
    'Moved 440.00\u00a0EPI from the EPI wallet, PAY-1',
  ],
  [
    { scheme: 'CRYPTO', ...bitcoin, creditorName: 'Hardware wallet' },
    'Sent 0.005\u00a0BTC to Hardware wallet, PAY-1',
  ],
  [
    { scheme: 'CRYPTO', ...bitcoin, creditorName: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
    'Sent 0.005\u00a0BTC to bc1qw508…v8f3t4, PAY-1',
  ],
] as const)('an order %o is worded %s', (of, text) => {
  expect(orderedText(order(of), 'en')).toBe(text);
  expect(orderedText(order(of), 'ru')).toMatch(/[а-я].*PAY-1/i);
});
