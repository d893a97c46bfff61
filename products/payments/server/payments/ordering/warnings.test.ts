/** What is unusual, a row for each: the subject is 100.00 EUR to Hansa, ordered by Clara on the 20th. */
import type { PayeeWarning } from '@calmly/contract';
import { expect, test } from 'vitest';
import type { Earlier } from '../../../../accounts/server/transactions/index.ts';
import { type Known, type Subject, warningsOf } from './warnings.ts';

const day = (date: number) => new Date(Date.UTC(2026, 10, date, 9));

const subject: Subject = {
  clientId: 'c',
  beneficiaryId: 'b',
  creditorAccount: 'DE33200505501289447016',
  creditorName: 'Hansa GmbH',
  currency: 'EUR',
  amountMinor: 10_000n,
  reference: 'Invoice 8',
  at: day(20),
  personId: 'clara',
};

const earlier = (more: Partial<Earlier> = {}): Earlier => ({
  id: 'p',
  number: 'PAY-2026-0041001',
  executed: true,
  currency: 'EUR',
  amountMinor: 9_000n,
  reference: 'Invoice 7',
  creditorName: 'Hansa GmbH',
  createdAt: day(2),
  ...more,
});

const payee = { id: 'b', addedAt: day(1), addedBy: 'clara', accountsSince: day(1), partyChangedAt: null };
const settled: Known = {
  before: [earlier()],
  namesOfAccount: ['Hansa GmbH'],
  payee: { ...payee, sharedWith: [] },
  nameCheck: 'match',
};

const addedLately = { ...payee, addedAt: day(18), accountsSince: day(18), sharedWith: [] };

const rows: ReadonlyArray<[string, Partial<Known>, readonly PayeeWarning[], Partial<Subject>?]> = [
  ['nothing: a payee of old is paid about as usual', {}, []],
  ['nobody was paid there', { before: [] }, ['first_payment']],
  ['what was ordered has not arrived yet', { before: [earlier({ executed: false })] }, ['first_payment']],
  ['who orders added the payee lately', { payee: addedLately }, ['payee_new', 'payee_added_by_requester']],
  ['a colleague added the payee lately', { payee: { ...addedLately, addedBy: 'boris' } }, ['payee_new']],
  [
    'the accounts were changed lately',
    { payee: { ...payee, accountsSince: day(18), sharedWith: [] } },
    ['payee_changed'],
  ],
  ['another payee has the account', { payee: { ...payee, sharedWith: ['Nord AG'] } }, ['account_shared']],
  ['it was paid under another name', { namesOfAccount: ['Nordlicht AG'] }, ['account_shared']],
  ['it was paid under the same name, written otherwise', { namesOfAccount: ['HANSA  gmbh.'] }, []],
  ['more than three times the largest', { before: [earlier({ amountMinor: 3_333n })] }, ['amount_unusual']],
  ['three times the largest', { before: [earlier({ amountMinor: 3_334n })] }, []],
  ['the largest was in another currency', { before: [earlier({ amountMinor: 100n, currency: 'USD' })] }, []],
  [
    'the same amount within seven days',
    { before: [earlier({ amountMinor: 10_000n, createdAt: day(14) })] },
    ['duplicate'],
  ],
  ['the same amount eight days ago', { before: [earlier({ amountMinor: 10_000n, createdAt: day(12) })] }, []],
  [
    'two percent less',
    { before: [earlier({ amountMinor: 9_800n, createdAt: day(14) })] },
    ['near_duplicate'],
  ],
  ['three percent less', { before: [earlier({ amountMinor: 9_700n, createdAt: day(14) })] }, []],
  [
    'the same reference lately',
    { before: [earlier({ amountMinor: 5_000n, reference: 'invoice 8 ', createdAt: day(14) })] },
    ['near_duplicate'],
  ],
  ['another holder', { nameCheck: 'no_match' }, ['name_no_match']],
  ['nearly the holder', { nameCheck: 'close_match' }, ['name_close_match']],
  ['nobody knows the holder, but was paid before', { nameCheck: 'cannot_be_checked' }, []],
  ['nobody knows the holder', { nameCheck: undefined, before: [] }, ['first_payment', 'name_not_checked']],
];

test.each(rows)('%s', (_name, known, warnings, more = {}) => {
  expect(warningsOf({ ...subject, ...more }, { ...settled, ...known }).warnings).toEqual(warnings);
});

test('the payment that it is like is named, the same before the similar', () => {
  const similar = earlier({ id: 'similar', amountMinor: 9_900n, createdAt: day(19) });
  const same = earlier({ id: 'same', amountMinor: 10_000n, createdAt: day(14) });
  expect(warningsOf(subject, { ...settled, before: [similar, same] }).similar?.id).toBe('same');
  expect(warningsOf(subject, { ...settled, before: [similar] }).similar?.id).toBe('similar');
});
