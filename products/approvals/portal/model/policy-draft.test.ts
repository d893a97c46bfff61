import type { PolicyRules } from '@calmly/contract';
import { describe, expect, it } from 'vitest';
import { draftOf, firstRules, newRule, readDraft } from './policy-draft.ts';

const maria = '019a0000-0000-7000-8000-000000000001';
const boris = '019a0000-0000-7000-8000-000000000002';
const rules: PolicyRules = {
  paymentRules: [
    { ...newRule('EUR', '20000.00'), steps: [{ personIds: [] }, { personIds: [maria] }] },
    { ...newRule('JPY', '0'), measure: 'DAY', requesterIds: [boris] },
  ],
  payeeSteps: [],
  cardSteps: [],
  peopleSteps: [{ personIds: [] }],
  policySteps: [{ personIds: [maria, boris] }],
  standIns: [{ personId: maria, standInId: boris, from: '2026-12-01', to: '2026-12-01' }],
  expiryDays: 7,
};

describe('a policy that is edited', () => {
  it('means the same rules as long as nothing is changed', () => {
    expect(readDraft(draftOf(rules)).rules).toEqual({
      ...rules,
      paymentRules: [{ ...rules.paymentRules[0], above: '20000.00' }, rules.paymentRules[1]],
    });
  });

  it('accepts typed amounts, and zero for every payment', () => {
    const draft = draftOf(rules);
    const typed = (above: string) =>
      readDraft({
        ...draft,
        paymentRules: draft.paymentRules.slice(0, 1).map((rule) => ({ ...rule, above })),
      }).rules?.paymentRules[0]?.above;
    expect(typed('1 500,5')).toBe('1500.50');
    expect(typed('0')).toBe('0.00');
  });

  it.each([
    ['amount', { above: '' }],
    ['amount', { above: 'much' }],
    ['amount', { above: '1.005' }],
  ] as const)('marks a rule with the error %s', (fault, patch) => {
    const draft = draftOf(rules);
    const [first] = draft.paymentRules;
    if (!first) throw new Error('no rule');
    const read = readDraft({ ...draft, paymentRules: [{ ...first, currency: 'EUR', ...patch }] });
    expect(read.rules).toBeUndefined();
    expect([...read.faults]).toEqual([[first.key, fault]]);
  });

  it.each([
    ['person', { standInId: maria }],
    ['days', { from: '' }],
    ['days', { to: '2026-11-30' }],
  ] as const)('marks a substitute with the error %s', (fault, patch) => {
    const draft = draftOf(rules);
    const [first] = draft.standIns;
    if (!first) throw new Error('no stand-in');
    const read = readDraft({ ...draft, standIns: [{ ...first, ...patch }] });
    expect([...read.faults]).toEqual([[first.key, fault]]);
  });

  it('requires a second administrator for people and rules only if there is one', () => {
    const person = (id: string, isBoss: boolean) => ({
      id,
      name: id,
      isBoss,
      canApprove: isBoss,
      canRequest: true,
    });
    expect(firstRules([person(maria, true), person(boris, false)]).policySteps).toEqual([]);
    expect(firstRules([person(maria, true), person(boris, true)]).policySteps).toHaveLength(1);
  });
});
