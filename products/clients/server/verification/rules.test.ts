import type { KnownIdentity, KycOutcome, ProvedIdentity } from '@calmly/providers/kyc/kyc.ts';
import { expect, test } from 'vitest';
import {
  type Check,
  type CheckState,
  type Doubt,
  differencesOf,
  judgeReport,
  mayBeChecked,
  nextAskAt,
  type Way,
} from './rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, second));
const check = (state: CheckState, reportedAt: Date | null = at(10)): Check => ({
  state,
  applicantId: reportedAt === null ? null : 'sumsub-1',
  reportedAt,
  since: at(0),
});
const report = (
  outcome: KycOutcome | undefined,
  time: Date,
  {
    applicantId = 'sumsub-1',
    way = 'asked',
    doubts = [],
  }: { applicantId?: string; way?: Way; doubts?: Doubt[] } = {},
) => ({ applicantId, outcome, at: time, way, doubts });

test.each<[string, Check, ReturnType<typeof report>, string]>([
  ['the first report counts', check('STARTED', null), report('in_review', at(1)), 'IN_REVIEW'],
  ['a result may be the first report', check('STARTED', null), report('approved', at(1)), 'APPROVED'],
  ['a later report counts', check('IN_REVIEW'), report('declined', at(11)), 'DECLINED'],
  ['a declined client may submit again', check('DECLINED'), report('in_review', at(11)), 'IN_REVIEW'],
  ['a refusal may be reversed', check('DECLINED'), report('approved', at(11)), 'APPROVED'],
  ['an older report does not count', check('IN_REVIEW'), report('approved', at(9)), 'older'],
  ['nor does a repeated one', check('IN_REVIEW'), report('approved', at(10)), 'older'],
  [
    'an approval by webhook does not count yet',
    check('IN_REVIEW'),
    report('approved', at(11), { way: 'webhook' }),
    'announced',
  ],
  [
    'a refusal by webhook counts',
    check('IN_REVIEW'),
    report('declined', at(11), { way: 'webhook' }),
    'DECLINED',
  ],
  [
    'an approval of someone else waits for staff',
    check('IN_REVIEW'),
    report('approved', at(11), { doubts: ['name'] }),
    'REVIEW',
  ],
  ['the provider may still refuse it', check('REVIEW'), report('declined', at(11)), 'DECLINED'],
  [
    'a refusal needs no staff',
    check('IN_REVIEW'),
    report('declined', at(11), { doubts: ['name'] }),
    'DECLINED',
  ],
  ['an approval stays', check('APPROVED'), report('declined', at(11)), 'final'],
  ['a report without a result does nothing', check('IN_REVIEW'), report(undefined, at(11)), 'no_outcome'],
  ['nor does one before the submission', check('IN_REVIEW'), report('not_started', at(11)), 'no_outcome'],
  [
    'another applicant is unknown',
    check('IN_REVIEW'),
    report('approved', at(11), { applicantId: 'x' }),
    'other_applicant',
  ],
])('%s', (_name, before, about, expected) => {
  const verdict = judgeReport(before, about);
  expect(verdict.verdict === 'applied' ? verdict.state : verdict.verdict).toBe(expected);
});

const anna: KnownIdentity = {
  kind: 'individual',
  firstName: 'Anna',
  lastName: 'Tamm',
  bornOn: '1990-05-17',
  citizenship: 'EE',
  residence: 'LV',
};
const passport: ProvedIdentity = {
  names: ['Anna Tamm'],
  bornOn: '1990-05-17',
  countries: ['EE'],
  validUntil: '2026-11-28',
  registrationNumber: null,
};

test.each<[string, Partial<ProvedIdentity> | undefined, Doubt[]]>([
  ['the same person', {}, []],
  ['in capitals, the surname first', { names: ['TAMM ANNA'] }, []],
  ['in Cyrillic and in Latin letters', { names: ['Анна Тамм', 'Anna Tamm'] }, []],
  ['a residence permit', { countries: ['LV'] }, []],
  ['a document without an end', { validUntil: null }, []],
  ['nothing was read', undefined, ['unread']],
  ['another name', { names: ['Mark Muulane'] }, ['name']],
  ['a similar name', { names: ['Anne Tamm'] }, ['name']],
  ['a second given name', { names: ['Anna Maria Tamm'] }, ['name']],
  ['no name', { names: [] }, ['name']],
  ['another day of birth', { bornOn: '1990-05-18' }, ['birth_date']],
  ['no day of birth', { bornOn: null }, ['birth_date']],
  ['another country', { countries: ['DE'] }, ['country']],
  ['no country', { countries: [] }, ['country']],
  ['a document that ended yesterday', { validUntil: '2026-11-27' }, ['document_expired']],
  [
    'all of it',
    { names: [], bornOn: null, countries: [], validUntil: '2020-01-01' },
    ['name', 'birth_date', 'country', 'document_expired'],
  ],
])('documents of an applicant: %s', (_what, change, doubts) => {
  expect(differencesOf(anna, change && { ...passport, ...change }, '2026-11-28')).toEqual(doubts);
});

test('without a day of birth of the applicant nothing proves who it is', () => {
  expect(differencesOf({ ...anna, bornOn: null }, { ...passport, bornOn: null }, '2026-11-28')).toEqual([
    'birth_date',
  ]);
});

const bakery: KnownIdentity = {
  kind: 'company',
  name: 'Tamm Bakery OÜ',
  registrationNumber: '12345678',
  country: 'EE',
};
const entry: ProvedIdentity = {
  names: ['TAMM BAKERY OSAÜHING'],
  bornOn: null,
  countries: ['EE'],
  validUntil: null,
  registrationNumber: '1234 5678',
};

test.each<[string, Partial<ProvedIdentity>, Doubt[]]>([
  ['the same company, written otherwise', {}, []],
  ['another company', { names: ['Sillamäe Holding OÜ'] }, ['name']],
  ['another legal form', { names: ['Tamm Bakery AS'] }, ['name']],
  ['another number', { registrationNumber: '12345679' }, ['registration_number']],
  ['no number', { registrationNumber: null }, ['registration_number']],
  ['another register', { countries: ['LV'] }, ['country']],
])('the register entry of a company: %s', (_what, change, doubts) => {
  expect(differencesOf(bakery, { ...entry, ...change }, '2026-11-28')).toEqual(doubts);
});

test.each<[string, string | null, boolean]>([
  ['DRAFT', null, false],
  ['EMAIL_CONFIRMED', null, false],
  ['SMS_CONFIRMED', null, false],
  ['SMS_CONFIRMED', 'personal', true],
  ['CREATED', 'personal', true],
  ['KYC_DECLINED', 'personal', true],
  // Invited by a company: no account was applied for, no terms accepted.
  ['CREATED', null, false],
  ['KYC_DECLINED', null, false],
  ['ACTIVE', 'personal', false],
  ['BLOCKED', 'personal', false],
  ['CLOSED', 'personal', false],
])('a client in %s with the account type %s may be checked: %s', (state, accountType, allowed) => {
  expect(mayBeChecked({ state, accountType })).toBe(allowed);
});

test('an unanswered check is queried after a quarter of an hour, then less often, at least daily, until it is answered', () => {
  const minutes = (from: Date, to: Date | undefined) => to && (to.getTime() - from.getTime()) / 60_000;
  const after = (hours: number) => new Date(at(0).getTime() + hours * 3_600_000);
  const waiting = { state: 'IN_REVIEW', since: at(0) } as const;
  expect(minutes(at(0), nextAskAt(waiting, at(0)))).toBe(15);
  expect(minutes(after(4), nextAskAt(waiting, after(4)))).toBe(120);
  expect(minutes(after(400), nextAskAt(waiting, after(400)))).toBe(24 * 60);
  expect(nextAskAt({ ...waiting, state: 'STARTED' }, after(47))).toBeDefined();
  expect(nextAskAt({ ...waiting, state: 'STARTED' }, after(48))).toBeUndefined();
  // A refused client may submit again, and that webhook may be lost.
  for (const state of ['DECLINED', 'RETRY'] as const)
    expect([
      nextAskAt({ state, since: at(0) }, after(47)),
      nextAskAt({ state, since: at(0) }, after(48)),
    ]).toEqual([expect.any(Date), undefined]);
  for (const state of ['APPROVED', 'REVIEW'] as const)
    expect(nextAskAt({ state, since: at(0) }, at(1))).toBeUndefined();
});
