import type { PaymentDetails } from '@calmly/contract';
import { expect, test } from 'vitest';
import { reasonToAct } from './next-step.ts';
import { proofOf } from './proof-lines.ts';

const at = '2026-11-20T09:14:04.000Z';
const payment = {
  direction: 'DEBIT',
  scheme: 'SWIFT',
  number: 'PAY-2026-0041873',
  amount: '100.00',
  sent: '85.00',
  sentCurrency: 'USD',
  currency: 'USD',
  chargeBearer: 'BEN',
  endToEndId: 'E2E-1',
  uetr: '97ed4827-7b6f-4491-a06f-b548d5a7512d',
  debtorName: 'Anna Lepik',
  debtorAccount: 'LT823850010204918001',
  creditorName: 'Pacific Crate Inc.',
  creditorAccount: '000123456789',
  creditorAgentBic: 'CHASUS33XXX',
  creditorAgentName: 'JPMorgan Chase',
  reference: 'PO 7702',
  timeline: [{ status: 'PENDING_FINANCE_INSTITUTION', at, actor: null, reason: null }],
} as unknown as PaymentDetails;

test('tells the other bank what was instructed and sent, who bears the charges, and the references', () => {
  const proof = new Map(proofOf(payment, 'CALMLT2XXXX'));
  expect(proof.get('Instructed amount')).toBe('100.00 USD');
  expect(proof.get('Amount sent')).toBe('85.00 USD');
  expect(proof.get('Charges')).toContain('BEN');
  expect(proof.get('UETR')).toBe(payment.uetr);
  expect(proof.get('Sender bank')).toBe('CALMLT2XXXX');
  expect(proof.get('Sent')).toBe('2026-11-20 09:14:04 UTC');
  expect(proof.has('Settled')).toBe(false);
});

test.each([
  ['has not been sent yet', { timeline: [] }],
  ['stays inside the bank', { scheme: 'INTERNAL' as const }],
  ['came from elsewhere', { direction: 'CREDIT' as const }],
])('there is none for a payment that %s', (_what, patch) => {
  expect(proofOf({ ...payment, ...patch }, undefined)).toBeUndefined();
});

test.each([
  [
    'a rejected payment has its reason',
    { processingStatus: 'FAILED' as const, reason: 'account_closed' },
    'account_closed',
  ],
  [
    'a payment on its way asks for nothing',
    { processingStatus: 'PROCESSING' as const, reason: 'under_review' },
    undefined,
  ],
  ['an unknown reason requires nothing', { processingStatus: 'FAILED' as const, reason: 'news' }, undefined],
])('%s', (_what, { processingStatus, reason }, expected) => {
  const timeline = [{ status: 'REJECTED' as const, at, actor: null, reason }];
  expect(
    reasonToAct({ direction: 'DEBIT', status: 'REJECTED', processingStatus, timeline, returned: null }),
  ).toBe(expected);
});

test('a payment that waits for a document says so', () => {
  const timeline = [{ status: 'HOLD_OTHER' as const, at, actor: null, reason: 'document_needed' }];
  const waits = { status: 'HOLD_OTHER', processingStatus: 'PROCESSING', timeline, returned: null } as const;
  expect(reasonToAct({ direction: 'DEBIT', ...waits })).toBe('document_needed');
});

test('a returned payment has the reason of the bank that returned it', () => {
  const returned = { paymentId: 'a', creditId: 'b', reason: 'account_unknown', at };
  expect(
    reasonToAct({
      direction: 'DEBIT',
      status: 'EXECUTED',
      processingStatus: 'COMPLETED',
      timeline: [],
      returned,
    }),
  ).toBe('account_unknown');
});
