/** Packed answers are small and can be restored byte for byte, even after the code has changed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packAnswer, unpackAnswer } from './idempotency.ts';

const payment = JSON.stringify({
  Id: '01a22544-7de0-7281-bcaf-5724f91dd6d8',
  Number: 'PAY-2026-0041003',
  payment_date: '2026-11-29T03:06:15.388Z',
  UpdatedAt: '2026-11-29T03:06:15.388Z',
  Version: 5,
  amount_num: '731.40',
  currency: 'EUR',
  Fee: '0.20',
  Direction: 'DEBIT',
  TransactionStatus: 'PENDING_FINANCE_INSTITUTION',
  processing_status: 'PROCESSING',
  TransactionType: 'SEPA',
  details: 'Rent of May',
  AccountId: '01a22544-7948-76f3-8be0-4b65542ff366',
  AccountName: 'Main',
  CounterpartyName: 'Müller & Söhne',
  CounterpartyAccount: 'FI2112345600000785',
  BeneficiaryId: '01a22544-7d22-77eb-bc84-ba8ba0c5d488',
  isCardTrans: false,
});

test('the answer to a payment shrinks to a third at most', () => {
  expect(packAnswer(payment).length).toBeLessThan(payment.length / 3);
  expect(unpackAnswer(packAnswer(payment))).toBe(payment);
});

test('an incompressible text takes one byte more', () => {
  expect(packAnswer('').length).toBe(1);
  expect(packAnswer('7f').length).toBe(3);
});

test('any text comes back byte for byte', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), (text) => {
      expect(unpackAnswer(packAnswer(text))).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test('an answer packed by an earlier version can be read: its dictionary has not changed', () => {
  const stored = 'AYMnpUQjI1MTE13zlFQDXXMjC0PdpOTENF1TcyOTNEvDlBSzFAsl7HFPbOwi5TSiXAYA';
  expect(unpackAnswer(Buffer.from(stored, 'base64'))).toBe(
    '{"Id":"01a22544-7de0-7281-bcaf-5724f91dd6d8","amount_num":"1.00","Direction":"DEBIT","TransactionStatus":"EXECUTED","isRequest":false,"isCardTrans":false}',
  );
});

test('an unknown packing format is an error, not an answer', () => {
  expect(() => unpackAnswer(Buffer.of(9, 1, 2))).toThrow('unknown way');
});
