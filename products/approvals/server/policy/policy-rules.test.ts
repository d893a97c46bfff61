/**
 * Whether a proposed policy is valid: Boris and Maria are administrators, Clara approves and requests, Tom only requests. Source:
 * products/approvals/README.md.
 */
import type { ApprovalKind, PaymentRule, PolicyRules, StandIn } from '@calmly/contract';
import { expect, test } from 'vitest';
import { checkPolicy, stuckUnder } from './policy-rules.ts';

type People = Parameters<typeof checkPolicy>[1];

const person = (personId: string, more: object = {}): People['people'][number] =>
  ({
    personId,
    name: personId.toUpperCase(),
    isBoss: false,
    canApprove: false,
    canRequest: true,
    canChangeCards: false,
    ...more,
  }) as unknown as People['people'][number];
const boss = { isBoss: true, canApprove: true, canChangeCards: true };
const boris = person('boris', boss);
const maria = person('maria', boss);
const clara = person('clara', { canApprove: true });
const tom = person('tom');

function company(...people: People['people'][number][]): People {
  const idsOf = (those: readonly (typeof people)[number][]) => new Set(those.map(({ personId }) => personId));
  const memberIds = idsOf(people);
  const bossIds = idsOf(people.filter(({ isBoss }) => isBoss));
  const approverIds = idsOf(people.filter(({ canApprove }) => canApprove));
  const seatsFor = (kind: ApprovalKind) => {
    const deciderIds = kind === 'people' || kind === 'policy' ? bossIds : approverIds;
    return { memberIds, deciderIds, holderIds: deciderIds, standIns: [], today: '2026-06-15' };
  };
  return { people, memberIds, bossIds, approverIds, seatsFor };
}
const all = company(boris, maria, clara, tom);

const anyone = { personIds: [] };
const by = (...personIds: string[]) => ({ personIds });
const rule = (more: Partial<PaymentRule> = {}): PaymentRule => ({
  requesterIds: [],
  currency: 'EUR',
  above: '1000.00',
  measure: 'PAYMENT',
  steps: [anyone],
  ...more,
});
const policy = (more: Partial<PolicyRules> = {}): PolicyRules => ({
  paymentRules: [],
  payeeSteps: [],
  cardSteps: [],
  peopleSteps: [],
  policySteps: [],
  standIns: [],
  expiryDays: 7,
  ...more,
});
const standIn = (more: Partial<StandIn> = {}): StandIn => ({
  personId: 'maria',
  standInId: 'clara',
  from: '2026-06-10',
  to: '2026-06-15',
  ...more,
});

const brief = (rules: Partial<PolicyRules>, who = all) =>
  checkPolicy(policy(rules), who).map(({ field, code, params }) =>
    [field, code, ...Object.values(params ?? {})].join(' '),
  );

test.each<[string, Partial<PolicyRules>, string[]]>([
  ['no rules', {}, []],
  ['a rule for everyone', { paymentRules: [rule()] }, []],
  ['a rule for a member', { paymentRules: [rule({ requesterIds: ['tom'] })] }, []],
  [
    'a rule for a stranger',
    { paymentRules: [rule(), rule({ requesterIds: ['tom', 'eve'] })] },
    ['paymentRules.1.requesterIds not_a_member'],
  ],
  ['approvers by name', { paymentRules: [rule({ steps: [by('clara', 'boris')] })] }, []],
  [
    'a step of who cannot approve',
    { paymentRules: [rule({ steps: [anyone, by('clara', 'tom')] })] },
    ['paymentRules.0.steps.1.personIds not_an_approver'],
  ],
  ['payees, by who cannot approve', { payeeSteps: [by('tom')] }, ['payeeSteps.0.personIds not_an_approver']],
  ['cards, by who cannot approve', { cardSteps: [by('tom')] }, ['cardSteps.0.personIds not_an_approver']],
  [
    'people, by who is no administrator',
    { peopleSteps: [by('clara')] },
    ['peopleSteps.0.personIds not_a_boss'],
  ],
  [
    'the policy, by who is no administrator',
    { policySteps: [by('clara')] },
    ['policySteps.0.personIds not_a_boss'],
  ],
  ['people, by an administrator', { peopleSteps: [by('maria', 'boris')] }, []],
  ['a rule for all currencies', { paymentRules: [rule({ currency: 'ANY' })] }, []],
  [
    'no currency',
    { paymentRules: [rule({ currency: 'XXX' })] },
    ['paymentRules.0.currency currency_unknown'],
  ],
  ['cents in yen', { paymentRules: [rule({ currency: 'JPY' })] }, ['paymentRules.0.above invalid']],
  ['a substitute', { standIns: [standIn()] }, []],
  ['a substitute for a day', { standIns: [standIn({ from: '2026-06-15' })] }, []],
  [
    'a substitute who cannot approve',
    { standIns: [standIn({ standInId: 'tom' })] },
    ['standIns.0.standInId not_an_approver'],
  ],
  [
    'a substitute for who cannot approve',
    { standIns: [standIn({ personId: 'tom' })] },
    ['standIns.0.personId not_an_approver'],
  ],
  [
    'a substitute for themselves',
    { standIns: [standIn({ standInId: 'maria' })] },
    ['standIns.0.standInId not_an_approver'],
  ],
  [
    'a last day before the first',
    { standIns: [standIn({ to: '2026-06-09' })] },
    ['standIns.0.to last_day_first'],
  ],
  [
    'several faults: told together',
    {
      payeeSteps: [by('tom')],
      paymentRules: [rule({ currency: 'XXX' })],
      standIns: [standIn({ standInId: 'tom' })],
    },
    [
      'payeeSteps.0.personIds not_an_approver',
      'paymentRules.0.currency currency_unknown',
      'standIns.0.standInId not_an_approver',
    ],
  ],
])('%s', (_case, rules, expected) => {
  expect(brief(rules)).toEqual(expected);
});

const two = [anyone, anyone];
const three = [anyone, anyone, anyone];

test.each<[string, People, Partial<PolicyRules>, string[]]>([
  [
    'a member, by the only approver',
    company(boris, tom),
    { paymentRules: [rule({ requesterIds: ['tom'] })] },
    [],
  ],
  [
    'the only approver asks too',
    company(boris, clara, tom),
    { paymentRules: [rule({ steps: [by('boris')] })] },
    ['paymentRules.0.steps nobody_to_approve BORIS'],
  ],
  [
    'two approvals where one person approves',
    company(boris, tom),
    { paymentRules: [rule({ steps: two, requesterIds: ['tom'] })] },
    ['paymentRules.0.steps nobody_to_approve TOM'],
  ],
  [
    'two approvals of a rule for someone else',
    company(boris, tom),
    { paymentRules: [rule({ steps: two, requesterIds: ['boris'] })] },
    ['paymentRules.0.steps nobody_to_approve BORIS'],
  ],
  [
    'two approvals for who cannot ask',
    company(boris, person('tom', { canRequest: false })),
    { paymentRules: [rule({ steps: two, requesterIds: ['tom'] })] },
    [],
  ],
  [
    'an approver who names themselves alone',
    all,
    { paymentRules: [rule({ steps: [by('clara')] })] },
    ['paymentRules.0.steps nobody_to_approve CLARA'],
  ],
  [
    'the first rule is fine, the second is not',
    company(boris, maria, tom),
    { paymentRules: [rule(), rule({ above: '5000.00', steps: three })] },
    ['paymentRules.1.steps nobody_to_approve BORIS'],
  ],
  [
    'payees of two approvals',
    company(boris, tom),
    { payeeSteps: two },
    ['payeeSteps nobody_to_approve BORIS'],
  ],
  [
    'cards of two approvals, asked for by administrators alone',
    company(boris, maria, tom),
    { cardSteps: three },
    ['cardSteps nobody_to_approve BORIS'],
  ],
  [
    'cards, where no one may ask',
    company(person('boris', { ...boss, canChangeCards: false }), tom),
    { cardSteps: three },
    [],
  ],
  [
    'people of three approvals',
    company(boris, maria),
    { peopleSteps: three },
    ['peopleSteps nobody_to_approve BORIS'],
  ],
  [
    'the policy of three approvals',
    company(boris, maria),
    { policySteps: three },
    ['policySteps nobody_to_approve BORIS'],
  ],
  ['the policy of two approvals, of which the own is one', company(boris, maria), { policySteps: two }, []],
  [
    'a sole administrator mends the policy alone',
    company(boris, tom),
    { policySteps: three, peopleSteps: three },
    [],
  ],
])('there is someone other than the requester to approve: %s', (_case, who, rules, expected) => {
  expect(brief(rules, who)).toEqual(expected);
});

test('a wrong name is reported before a missing approver', () => {
  expect(brief({ payeeSteps: three, cardSteps: [by('eve')] }, company(boris, tom))).toEqual([
    'cardSteps.0.personIds not_an_approver',
  ]);
});

test('people whose requests no one could approve are named', () => {
  const rules = policy({ paymentRules: [rule({ steps: [by('clara')] })], payeeSteps: [by('boris')] });
  expect(stuckUnder(rules, all)).toEqual(new Set(['CLARA', 'BORIS']));
  expect(stuckUnder(policy(), all)).toEqual(new Set());
});
