/** Whether an account may be opened, closed or given an IBAN, with a row for each refusal. Source: server page section 6. */

import { Problem } from '@calmly/platform/problem.ts';
import { expect, test } from 'vitest';
import {
  type ClosingFacts,
  checkClosing,
  checkIbanRequest,
  checkOpening,
  type IbanFacts,
  readCurrency,
} from './rules.ts';

/** A refusal as its code, with field and parameters. */
const brief = (problem: Problem | undefined): string | undefined => {
  const [field] = problem?.fields ?? [];
  const said = Object.values(problem?.params ?? {}).map((value) => `${value}`.replaceAll('\u00a0', ' '));
  return problem && (field ? `${field.field} ${field.code}` : [problem.code, ...said].join(' '));
};

test.each([
  ['EUR', 'EUR'],
  ['KWD', 'KWD'],
  ['eur', 'currency currency_unknown'],
  ['XXX', 'currency currency_unknown'],
  ['BTC', 'currency currency_unknown'],
  ['EPI', 'currency currency_unknown'],
])('an account in %s: %s', (text, expected) => {
  const currency = readCurrency(text);
  expect(currency instanceof Problem ? brief(currency) : currency).toBe(expected);
});

test('a client has up to five accounts in a currency', () => {
  expect(checkOpening('EUR', 4)).toBeUndefined();
  expect(brief(checkOpening('EUR', 5))).toBe('account_limit EUR 5');
});

test.each<[string, Partial<ClosingFacts>, string | undefined]>([
  ['that is empty', {}, undefined],
  ['with money', { postedMinor: 1n }, 'account_not_empty 0.01 €'],
  ['that is overdrawn', { postedMinor: -1n }, 'account_not_empty -0.01 €'],
  ['with money that waits', { reservedMinor: 250n }, 'account_reserved 2.50 €'],
  ['with both', { postedMinor: 250n, reservedMinor: 250n }, 'account_reserved 2.50 €'],
  ['that is the only one', { openAccounts: 1 }, 'account_last'],
])('an account %s is closed, or why not', (_case, more, expected) => {
  const facts = {
    account: { currency: 'EUR' as const },
    postedMinor: 0n,
    reservedMinor: 0n,
    openAccounts: 2,
  };
  expect(brief(checkClosing({ ...facts, ...more }))).toBe(expected);
});

const open = { currency: 'EUR', status: 'ACTIVE', iban: null } as const;

test.each<[string, Partial<IbanFacts>, string | undefined]>([
  ['for an account without one', { account: open }, undefined],
  ['for a new account', {}, undefined],
  ['for an account in another currency', { account: { ...open, currency: 'USD' } }, 'currency invalid'],
  ['for a closed one', { account: { ...open, status: 'CLOSED' } }, 'account_closed'],
  ['for one that has an IBAN', { account: { ...open, iban: 'LT121000011101001000' } }, 'iban_exists'],
  ['without the terms', { termsAccepted: false }, 'iban_terms_needed'],
  ['while another is on its way', { pending: true }, 'iban_pending EUR'],
  ['for the sixth account', { openAccounts: 5 }, 'account_limit EUR 5'],
  ['for one of five', { openAccounts: 5, account: open }, undefined],
])('an IBAN %s is issued, or why not', (_case, more, expected) => {
  const facts: IbanFacts = {
    currency: 'EUR',
    termsAccepted: true,
    pending: false,
    account: undefined,
    openAccounts: 4,
  };
  expect(brief(checkIbanRequest({ ...facts, ...more }))).toBe(expected);
});
