import type { PaymentEvent, PaymentScheme, PaymentStatus } from '@calmly/contract';
import { describe, expect, it } from 'vitest';
import { stepsOf } from './timeline.ts';

const steps = (scheme: PaymentScheme, ...statuses: [PaymentStatus, ...PaymentStatus[]]) =>
  stepsIn('DEBIT', scheme, ...statuses);

const stepsIn = (
  direction: 'DEBIT' | 'CREDIT',
  scheme: PaymentScheme,
  ...statuses: [PaymentStatus, ...PaymentStatus[]]
) =>
  stepsOf({
    scheme,
    direction,
    status: statuses.at(-1) ?? statuses[0],
    timeline: statuses.map(
      (status): PaymentEvent => ({ status, at: '2026-11-18T09:12:40Z', actor: null, reason: null }),
    ),
  }).map(({ status, state }) => `${status} ${state}`);

describe('the timeline of a payment', () => {
  it('shows completed, current and future steps', () => {
    expect(steps('SEPA', 'SUBMITTED', 'TO_AML_REVIEW')).toEqual([
      'SUBMITTED done',
      'TO_AML_REVIEW now',
      'AML_APPROVED todo',
      'PENDING_FINANCE_INSTITUTION todo',
      'EXECUTED todo',
    ]);
  });

  it('drops transient steps', () => {
    expect(
      steps(
        'SWIFT',
        'SUBMITTED',
        'TO_AML_REVIEW',
        'AML_APPROVED',
        'IN_PROCESS',
        'PENDING_FINANCE_INSTITUTION',
        'EXECUTED',
      ),
    ).toEqual(['SUBMITTED done', 'AML_APPROVED done', 'PENDING_FINANCE_INSTITUTION done', 'EXECUTED ended']);
  });

  it('keeps a review, and promises nothing after an end', () => {
    expect(steps('SEPA', 'SUBMITTED', 'TO_AML_REVIEW', 'UNDER_REVIEW', 'AML_REJECTED')).toEqual([
      'SUBMITTED done',
      'UNDER_REVIEW done',
      'AML_REJECTED ended',
    ]);
    expect(steps('SEPA', 'SUBMITTED', 'CANCELED')).toEqual(['SUBMITTED done', 'CANCELED ended']);
  });

  it('does not send money that comes in', () => {
    expect(stepsIn('CREDIT', 'CRYPTO', 'IN_PROCESS')).toEqual(['IN_PROCESS now', 'EXECUTED todo']);
    expect(stepsIn('CREDIT', 'SEPA', 'UNDER_REVIEW')).toEqual([
      'UNDER_REVIEW now',
      'AML_APPROVED todo',
      'EXECUTED todo',
    ]);
  });

  it('has no rail for money that stays in the bank', () => {
    expect(steps('OWN', 'SUBMITTED')).toEqual(['SUBMITTED now', 'EXECUTED todo']);
  });
});
