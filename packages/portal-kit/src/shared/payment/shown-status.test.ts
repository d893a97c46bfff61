import { expect, test } from 'vitest';
import { shownStatus } from './shown-status.ts';

test.each([
  ['CARD', 'DEBIT', 'PENDING_FINANCE_INSTITUTION', 'PENDING'],
  ['CARD', 'DEBIT', 'EXECUTED', 'EXECUTED'],
  ['SEPA', 'DEBIT', 'PENDING_FINANCE_INSTITUTION', 'PENDING_FINANCE_INSTITUTION'],
  ['CRYPTO', 'CREDIT', 'IN_PROCESS', 'PENDING'],
  ['CRYPTO', 'DEBIT', 'IN_PROCESS', 'IN_PROCESS'],
] as const)('%s %s in the state %s is shown as %s', (scheme, direction, status, shown) => {
  expect(shownStatus({ scheme, direction, status })).toBe(shown);
});
