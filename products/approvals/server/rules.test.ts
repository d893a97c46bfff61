import type { PaymentRule, PolicyRules } from '@calmly/contract';
import type { ApprovalWeight } from '@calmly/domain';
import { expect, test } from 'vitest';
import {
  approversOf,
  barOf,
  bothSteps,
  isBlocked,
  neededSteps,
  type Seats,
  type Waiting,
  waitingFor,
  withoutAbsent,
  withSteps,
} from './rules.ts';

const rule = (change: Partial<PaymentRule>): PaymentRule => ({
  requesterIds: [],
  currency: 'EUR',
  above: '1000.00',
  measure: 'PAYMENT',
  steps: [{ personIds: [] }],
  ...change,
});
const policy = (change: Partial<PolicyRules>): PolicyRules => ({
  paymentRules: [],
  payeeSteps: [],
  cardSteps: [],
  peopleSteps: [],
  policySteps: [],
  standIns: [],
  expiryDays: 7,
  ...change,
});
const two = [{ personIds: [] }, { personIds: [] }];
const present = (...people: string[]) => ({ deciderIds: new Set(people), holderIds: new Set(people) });
const bosses = present('boris', 'maria');
const seats: Seats = {
  memberIds: new Set(['boris', 'maria', 'clara']),
  ...bosses,
  standIns: [],
  today: '2026-06-15',
};
const clara = { personId: 'clara', isBoss: false };
const boris = { personId: 'boris', isBoss: true };
const euros = (amountMinor: bigint, dayMinor = amountMinor): ApprovalWeight => ({
  ...{ amountMinor, currency: 'EUR', dayMinor },
  inEuro: { amountMinor, dayMinor },
});
/** A dollar amount worth this many euro cents, and the day's total of all currencies. */
const dollars = (amountMinor: bigint, cents: bigint | undefined, dayCents = cents): ApprovalWeight => ({
  ...{ amountMinor, currency: 'USD', dayMinor: amountMinor },
  inEuro: cents === undefined ? undefined : { amountMinor: cents, dayMinor: dayCents ?? cents },
});
const stepsFor = (
  rules: PolicyRules | undefined,
  asker: typeof clara,
  weight = euros(100n),
  holders = bosses,
) => neededSteps(rules, { kind: 'payment', asker, weight }, holders).steps.length;

test.each([
  ['without a policy a member needs one administrator', undefined, clara, euros(1n), 1],
  ['without a policy an administrator needs no approval', undefined, boris, euros(1n), 0],
  [
    'at the amount of the lowest rule a member needs the same as without a policy',
    policy({ paymentRules: [rule({})] }),
    clara,
    euros(100_000n),
    1,
  ],
  ['… and an administrator too', policy({ paymentRules: [rule({})] }), boris, euros(100_000n), 0],
  [
    'a rule without approvals says that smaller payments need none',
    policy({ paymentRules: [rule({ above: '0', steps: [] }), rule({})] }),
    clara,
    euros(100_000n),
    0,
  ],
  [
    '… and ends where the next begins',
    policy({ paymentRules: [rule({ above: '0', steps: [] }), rule({})] }),
    clara,
    euros(100_001n),
    1,
  ],
  ['above it does', policy({ paymentRules: [rule({})] }), clara, euros(100_001n), 1],
  [
    'the rules also apply to an administrator',
    policy({ paymentRules: [rule({})] }),
    boris,
    euros(100_001n),
    1,
  ],
  [
    'of two matching rules the one with more steps applies',
    policy({ paymentRules: [rule({ steps: two }), rule({ above: '0' })] }),
    clara,
    euros(100_001n),
    2,
  ],
  [
    'an administrator who requests something with two approvals counts as one of them',
    policy({ paymentRules: [rule({ steps: two })] }),
    boris,
    euros(100_001n),
    1,
  ],
  [
    'the daily total counts if the rule measures it',
    policy({ paymentRules: [rule({ measure: 'DAY' })] }),
    clara,
    euros(1n, 100_001n),
    1,
  ],
  [
    'a rule for another person leaves one administrator',
    policy({ paymentRules: [rule({ requesterIds: ['maria'] })] }),
    clara,
    euros(1n),
    1,
  ],
  [
    'a currency without a rule needs one administrator',
    policy({ paymentRules: [rule({ currency: 'USD' })] }),
    clara,
    euros(1n),
    1,
  ],
  ['also of an administrator, while there is another', policy({}), boris, euros(1n), 1],
  [
    'a rule for any currency measures what the payment is worth in euro',
    policy({ paymentRules: [rule({ currency: 'ANY', steps: two })] }),
    clara,
    dollars(110_001n, 100_001n),
    2,
  ],
  [
    '… and up to its amount leaves the default',
    policy({ paymentRules: [rule({ currency: 'ANY', steps: two })] }),
    clara,
    dollars(110_000n, 100_000n),
    1,
  ],
  [
    '… and on a day what all currencies come to',
    policy({ paymentRules: [rule({ currency: 'ANY', measure: 'DAY', steps: two })] }),
    clara,
    dollars(100n, 91n, 100_001n),
    2,
  ],
  [
    '… and applies to coins, which have no fixed worth',
    policy({ paymentRules: [rule({ currency: 'ANY', steps: two })] }),
    clara,
    { amountMinor: 1n, currency: 'BTC', dayMinor: 1n, inEuro: undefined },
    2,
  ],
  [
    '… and adds to a rule for the currency',
    policy({
      paymentRules: [rule({ currency: 'USD', above: '0', steps: [] }), rule({ currency: 'ANY', steps: two })],
    }),
    clara,
    dollars(110_001n, 100_001n),
    2,
  ],
])('%s', (_name, rules, asker, weight, steps) => {
  expect(stepsFor(rules, asker, weight)).toBe(steps);
});

test('a sole administrator is not locked out by rules that name no one', () => {
  const only = present('boris');
  expect(stepsFor(policy({}), boris, euros(1n), only)).toBe(0);
  expect(neededSteps(policy({ policySteps: two }), { kind: 'policy', asker: boris }, only).steps).toEqual([]);
});

const waiting = (change: Partial<Waiting> = {}): Waiting => ({
  requesterId: 'clara',
  steps: [{ personIds: ['maria'] }],
  consents: [],
  open: true,
  ...change,
});

test('a named person may approve, another administrator may not, the requester never', () => {
  expect(barOf(waiting(), 'maria', seats)).toBeUndefined();
  expect(barOf(waiting(), 'boris', seats)).toBe('not_an_approver');
  expect(barOf(waiting({ requesterId: 'maria' }), 'maria', seats)).toBe('own_request');
  expect(barOf(waiting({ open: false }), 'maria', seats)).toBe('closed');
});

test('a substitute may approve between two dates, both included, and only as an administrator', () => {
  const away = { personId: 'maria', standInId: 'boris', from: '2026-06-10', to: '2026-06-15' };
  const on = (today: string, standInId = 'boris') =>
    barOf(waiting(), standInId, { ...seats, standIns: [{ ...away, standInId }], today });
  expect([on('2026-06-09'), on('2026-06-10'), on('2026-06-15'), on('2026-06-16')]).toEqual([
    'not_an_approver',
    undefined,
    undefined,
    'not_an_approver',
  ]);
  expect(on('2026-06-12', 'clara')).not.toBeUndefined();
  expect(approversOf({ personIds: ['maria'] }, 'clara', { ...seats, standIns: [away] }).get('boris')).toBe(
    'maria',
  );
});

test('if a named person is no longer an administrator, any administrator can take the step', () => {
  expect(waitingFor(waiting({ steps: [{ personIds: ['gone'] }] }), seats)).toEqual(['boris', 'maria']);
});

test('an approver is reserved for the step that has no other approver', () => {
  const steps = [{ personIds: [] }, { personIds: ['maria'] }];
  expect(barOf(waiting({ steps }), 'maria', seats)).toBe('not_your_turn');
  expect(waitingFor(waiting({ steps }), seats)).toEqual(['boris']);
});

test('a request that only its requester could approve is blocked', () => {
  expect(isBlocked(waiting({ requesterId: 'maria' }), seats)).toBe(true);
  expect(isBlocked(waiting(), seats)).toBe(false);
});

test('an application’s request is first confirmed by its person, who then counts as the requester', () => {
  const request = waiting({ steps: [{ personIds: [], own: true }, { personIds: [] }] });
  expect(waitingFor(request, seats)).toEqual(['clara']);
  expect(barOf(request, 'boris', seats)).toBe('not_your_turn');
  const confirmed = { ...request, consents: ['clara'] };
  expect(waitingFor(confirmed, seats)).toEqual(['boris', 'maria']);
  expect(barOf(request, 'clara', { ...seats, memberIds: new Set(['boris', 'maria']) })).not.toBeUndefined();
});

test.each(['payee', 'card'] as const)(
  'rules without steps for a %s leave the default in force: a member needs an approver, an administrator does not',
  (kind) => {
    const steps = (asker: typeof clara) => neededSteps(policy({}), { kind, asker }, bosses).steps.length;
    expect([steps(clara), steps(boris)]).toEqual([1, 0]);
  },
);

test('steps for cards apply to cards alone, and an administrator’s own request counts as one of two', () => {
  const rules = policy({ cardSteps: [{ personIds: [] }, { personIds: [] }] });
  const steps = (kind: 'card' | 'payee' | 'policy', asker: typeof clara) =>
    neededSteps(rules, { kind, asker }, bosses).steps.length;
  expect([steps('card', clara), steps('card', boris), steps('payee', boris), steps('policy', boris)]).toEqual(
    [2, 1, 0, 0],
  );
});

test.each<[string, string[][], string[][], string[][]]>([
  ['nothing more', [['boris']], [], [['boris']]],
  ['nothing so far', [], [[], ['maria']], [[], ['maria']]],
  ['any administrator is covered by each', [['boris']], [[]], [['boris']]],
  ['each covers once', [['boris']], [[], []], [['boris'], []]],
  ['the same people are one step', [['boris', 'maria']], [['maria', 'boris']], [['boris', 'maria']]],
  ['other people are another step', [[]], [['maria']], [[], ['maria']]],
])('combined steps of a payment and its new payee: %s', (_case, steps, more, both) => {
  expect(withSteps(named(...steps), named(...more))).toEqual(named(...both));
});

/** Maria is suspended. */
const mariaAway = {
  ...seats,
  ...bosses,
  deciderIds: new Set(['boris']),
  memberIds: new Set(['boris', 'clara']),
};

test('an absent administrator keeps their step, and no one decides alone meanwhile', () => {
  expect(waitingFor(waiting(), mariaAway)).toEqual([]);
  expect(isBlocked(waiting(), mariaAway)).toBe(true);
  expect(stepsFor(policy({}), boris, euros(1n), mariaAway)).toBe(1);
  for (const kind of ['people', 'policy'] as const)
    expect(neededSteps(policy({}), { kind, asker: boris }, mariaAway).steps).toEqual([{ personIds: [] }]);
  // Without a policy each administrator decides alone, even if others are present.
  expect(neededSteps(undefined, { kind: 'people', asker: boris }, mariaAway).steps).toEqual([]);
});

test('a substitute still acts for an absent person whom the policy names', () => {
  const standIns = [{ personId: 'maria', standInId: 'boris', from: '2026-06-10', to: '2026-06-20' }];
  expect(waitingFor(waiting(), { ...mariaAway, standIns })).toEqual(['boris']);
});

const named = (...names: string[][]) => names.map((personIds) => ({ personIds }));
const three = { ...present('boris', 'maria', 'tom'), memberIds: new Set<string>(), standIns: [], today: '' };
const away = (...absent: string[]): Seats => ({
  ...three,
  deciderIds: new Set(['boris', 'maria', 'tom'].filter((person) => !absent.includes(person))),
});

test.each<[string, string[][], string[], Seats, string[][] | undefined]>([
  ['nobody is away', [['maria']], [], three, undefined],
  ['the only other one is away', [[]], [], away('maria', 'tom'), []],
  ['the named one is away', [['maria']], [], away('maria'), []],
  ['somebody else can give it', [[]], [], away('maria'), undefined],
  ['only the step of who is away lapses', [['maria'], ['tom']], [], away('maria'), [['tom']]],
  ['two free steps for one person', [[], []], [], away('maria'), [[]]],
  ['what was given stays', [['tom'], ['maria']], ['tom'], away('maria'), [['tom']]],
  ['a step that the requester alone holds does not lapse', [['boris']], [], away('maria', 'tom'), undefined],
])('steps that are left without absent people: %s', (_case, steps, consents, who, left) => {
  const request = { requesterId: 'boris', steps: named(...steps), consents, open: true };
  expect(withoutAbsent(request, who)).toEqual(left && named(...left));
});

test.each(['payment', 'payout', 'withdrawal'] as const)('the rules of payments apply to a %s', (kind) => {
  const rules = policy({ paymentRules: [rule({ steps: two })], peopleSteps: [], policySteps: [] });
  expect(neededSteps(rules, { kind, asker: clara, weight: euros(100_001n) }, bosses)).toEqual({
    steps: two,
    rule: 0,
  });
});

test('of two ways to combine steps the one with fewer approvals is taken', () => {
  const [anyone, maria] = [named([]), named(['maria'])];
  expect([bothSteps(anyone, maria), bothSteps(maria, anyone)]).toEqual([maria, maria]);
});

test('a person cannot approve twice, a closed request has no approvers left, and a substitute counts only for the person they replace', () => {
  const given = waiting({ steps: two, consents: ['maria'] });
  expect(barOf(given, 'maria', seats)).toBe('already_decided');
  expect(waitingFor({ ...given, open: false }, seats)).toEqual([]);
  expect(waitingFor({ ...given, consents: ['maria', 'boris'] }, seats)).toEqual([]);
  const standIns = [{ personId: 'clara', standInId: 'boris', from: '2026-06-10', to: '2026-06-20' }];
  expect(approversOf({ personIds: ['maria'] }, 'clara', { ...seats, standIns }).has('boris')).toBe(false);
});
