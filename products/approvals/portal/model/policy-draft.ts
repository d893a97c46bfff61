/**
 * A policy while it is edited: amounts as typed, and a key for each row, so that removing one does not mix up the others. Reading a
 * draft returns its rules, or the rows with errors. Pure.
 */
import type { PaymentRule, PolicyPerson, PolicyRules, PolicyStep, StandIn } from '@calmly/contract';
import { anyCurrency, currencyOfRule, formatDecimal } from '@calmly/domain';
import { groupDigits, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';

export type RuleDraft = PaymentRule & { readonly key: string };
export type StandInDraft = StandIn & { readonly key: string };

/** `above` of each rule is the typed text. */
export interface PolicyDraft extends Omit<PolicyRules, 'paymentRules' | 'standIns'> {
  readonly paymentRules: readonly RuleDraft[];
  readonly standIns: readonly StandInDraft[];
}

export type DraftFault = 'amount' | 'days' | 'person';

export interface ReadDraft {
  /** Undefined if a row has an error. */
  readonly rules: PolicyRules | undefined;
  /** By the row's key. */
  readonly faults: ReadonlyMap<string, DraftFault>;
}

let rows = 0;
/** A key for a new row. */
export const newRowKey = (): string => {
  rows += 1;
  return `row-${rows}`;
};

const anyBoss: PolicyStep = { personIds: [] };

/** The initial rules of a company: an administrator for larger payments, and another one for people and rules if there is one. */
export function firstRules(people: readonly PolicyPerson[]): PolicyRules {
  const bosses = people.filter(({ isBoss }) => isBoss).length;
  const forChanges = bosses > 1 ? [anyBoss] : [];
  return {
    paymentRules: [newRule(anyCurrency, '1000')],
    payeeSteps: [],
    cardSteps: [],
    peopleSteps: forChanges,
    policySteps: forChanges,
    standIns: [],
    expiryDays: 7,
  };
}

/** For all requesters, per payment, with one approval by any administrator. `above` may be text as typed. */
export const newRule = (currency: string, above: string): PaymentRule => ({
  requesterIds: [],
  currency,
  above,
  measure: 'PAYMENT',
  steps: [anyBoss],
});

/** The draft for editing an existing policy. */
export const draftOf = (rules: PolicyRules): PolicyDraft => ({
  ...rules,
  paymentRules: rules.paymentRules.map((rule) => ({
    ...rule,
    key: newRowKey(),
    above: groupDigits(rule.above.replace(/\.0+$/, '')),
  })),
  standIns: rules.standIns.map((standIn) => ({ ...standIn, key: newRowKey() })),
});

/** All rows are read, so that every error shows. A row has one error: a wrong person takes precedence over wrong days. */
export function readDraft(draft: PolicyDraft): ReadDraft {
  const faults = new Map<string, DraftFault>();
  const paymentRules = draft.paymentRules.map(({ key, ...rule }): PaymentRule => {
    const above = readThreshold(rule.above, rule.currency);
    if (above === undefined) faults.set(key, 'amount');
    return { ...rule, above: above ?? '' };
  });
  const standIns = draft.standIns.map(({ key, ...standIn }): StandIn => {
    const fault = faultOf(standIn);
    if (fault) faults.set(key, fault);
    return standIn;
  });
  return { rules: faults.size > 0 ? undefined : { ...draft, paymentRules, standIns }, faults };
}

/** The typed decimal; zero is a valid threshold ("every payment"). */
export function readThreshold(text: string, currency: string): string | undefined {
  const meant = currencyOfRule(currency);
  if (!meant) return undefined;
  const amount = readAmount(text, meant);
  if (amount.ok) return formatDecimal(amount.minor, meant);
  return amount.code === 'amount_zero' ? formatDecimal(0n, meant) : undefined;
}

function faultOf({ personId, standInId, from, to }: StandIn): DraftFault | undefined {
  if (personId === standInId) return 'person';
  return from === '' || to === '' || to < from ? 'days' : undefined;
}
