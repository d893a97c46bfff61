import { describe, expect, test } from 'vitest';
import {
  isCancellable,
  isFinal,
  mayFollow,
  paymentStatuses,
  processingStatusOf,
  statusColour,
  statusLabel,
} from './payment-status.ts';

describe('payment status', () => {
  test('the complete path of an outgoing payment is allowed, step by step', () => {
    const way = [
      'CREATED',
      'SUBMITTED',
      'TO_AML_REVIEW',
      'AML_APPROVED',
      'IN_PROCESS',
      'PENDING_FINANCE_INSTITUTION',
      'EXECUTED',
    ] as const;
    for (const [index, to] of way.slice(1).entries()) {
      const from = way[index];
      expect(from && mayFollow(from, to), `${from} to ${to}`).toBe(true);
    }
  });

  test.each([
    ['SUBMITTED', 'EXECUTED'],
    ['SUBMITTED', 'IN_PROCESS'],
    ['TO_AML_REVIEW', 'IN_PROCESS'],
    ['AML_REJECTED', 'IN_PROCESS'],
    ['IN_PROCESS', 'CANCELED'],
    ['PENDING_FINANCE_INSTITUTION', 'CANCELED'],
    ['EXECUTED', 'REJECTED'],
    ['CANCELED', 'SUBMITTED'],
  ] as const)('%s is never followed by %s', (from, to) => {
    expect(mayFollow(from, to)).toBe(false);
  });

  test('a status of a newer server has no known successors and is not final', () => {
    const unknown = 'PARKED' as (typeof paymentStatuses)[number];
    expect([mayFollow(unknown, 'EXECUTED'), isFinal(unknown), processingStatusOf(unknown)]).toEqual([
      false,
      false,
      'PROCESSING',
    ]);
  });

  test('no status is its own successor, so that a step is recorded once', () => {
    for (const status of paymentStatuses) expect(mayFollow(status, status)).toBe(false);
  });

  test('every status that is not final reaches a final one', () => {
    const reachesEnd = new Set(paymentStatuses.filter(isFinal));
    for (let round = 0; round < paymentStatuses.length; round += 1)
      for (const from of paymentStatuses)
        if (paymentStatuses.some((to) => reachesEnd.has(to) && mayFollow(from, to))) reachesEnd.add(from);
    expect([...reachesEnd].sort()).toEqual([...paymentStatuses].sort());
  });

  test('it may be cancelled until it is IN_PROCESS', () => {
    expect(paymentStatuses.filter(isCancellable)).toEqual([
      'CREATED',
      'SUBMITTED',
      'TO_AML_REVIEW',
      'UNDER_REVIEW',
      'HOLD_AML',
      'HOLD_OTHER',
      'AML_APPROVED',
      'OVERDUE',
    ]);
  });

  test.each([
    ['EXECUTED', 'COMPLETED'],
    ['REJECTED', 'FAILED'],
    ['CANCELED', 'FAILED'],
    ['AML_REJECTED', 'FAILED'],
    ['HOLD_AML', 'PROCESSING'],
    ['OVERDUE', 'PROCESSING'],
  ] as const)('%s is %s to the portal', (status, processing) => {
    expect(processingStatusOf(status)).toBe(processing);
  });

  test.each([
    ['pending', 'yellow'],
    ['SUBMITTED', 'yellow'],
    ['CREATED', 'orange'],
    ['executed', 'green'],
    ['ACCEPTED', 'green'],
    ['canceled', 'red'],
    ['REJECTED', 'red'],
    ['HOLD_OTHER', 'blue'],
    ['HOLD_AML', 'blue'],
    ['UNDER_REVIEW', 'blue'],
    ['TO_AML_REVIEW', 'blue'],
    ['processing', 'blue'],
    ['OVERDUE', 'blue'],
    ['AML_APPROVED', 'blue'],
    ['AML_REJECTED', 'blue'],
    ['IN_PROCESS', 'blue'],
    ['PENDING_FINANCE_INSTITUTION', 'blue'],
    ['anything else', 'grey'],
    ['constructor', 'grey'],
  ] as const)('%s is shown %s', (status, colour) => {
    expect(statusColour(status)).toBe(colour);
  });

  test.each([
    ['HOLD_AML', 'IN REVIEW'],
    ['HOLD_OTHER', 'IN REVIEW'],
    ['UNDER_REVIEW', 'IN REVIEW'],
    ['TO_AML_REVIEW', 'TO AML REVIEW'],
    ['PENDING_FINANCE_INSTITUTION', 'PENDING FINANCE INSTITUTION'],
    ['EXECUTED', 'EXECUTED'],
  ])('%s reads %s', (status, label) => {
    expect(statusLabel(status)).toBe(label);
  });
});
