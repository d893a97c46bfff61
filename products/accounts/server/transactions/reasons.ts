/**
 * The reason of a step, as stored and as the client may read it. What screening checked and found stays with the
 * bank, or the people it looks for would learn what it checks. Every answer to a client goes through `visibleReason`.
 */
import type { PaymentReason, RailReason } from '@calmly/contract';

/** Why screening holds a payment; `screening.ts` names when. */
type ScreeningRule =
  | 'screening_name'
  | 'screening_amount'
  | 'screening_velocity'
  | 'screening_new_payee'
  | 'screening_day_sum'
  | 'screening_address'
  | 'client_blocked'
  /** The signer's own limits forbid a withdrawal. */
  | 'signer_refused';

export type StoredReason =
  | Exclude<PaymentReason, 'under_review' | 'checks_passed'>
  | ScreeningRule
  | 'screening_clear'
  | 'screening_decided';

/** What stands in for the reasons of the bank; every one has to be here. */
const visible: Readonly<Record<Exclude<StoredReason, PaymentReason>, PaymentReason>> = {
  screening_name: 'under_review',
  screening_amount: 'under_review',
  screening_velocity: 'under_review',
  screening_new_payee: 'under_review',
  screening_day_sum: 'under_review',
  screening_address: 'under_review',
  client_blocked: 'under_review',
  signer_refused: 'under_review',
  screening_clear: 'checks_passed',
  screening_decided: 'checks_passed',
};

/** The reasons that no client may read. */
export const internalReasons = Object.keys(visible) as ReadonlyArray<keyof typeof visible>;

const isInternal = (reason: StoredReason): reason is keyof typeof visible => Object.hasOwn(visible, reason);

/** The reason as a client may read it. */
export const visibleReason = (reason: StoredReason | null): PaymentReason | null =>
  reason !== null && isInternal(reason) ? visible[reason] : (reason satisfies PaymentReason | null);

/** Reasons of other banks as codes of ISO 20022's ExternalStatusReason1Code and ExternalReturnReason1Code, which the clearing reads as the same reason. */
export const railReasonCodes = {
  account_closed: 'AC04',
  account_unknown: 'AC01',
  beneficiary_deceased: 'MD07',
  bank_unreachable: 'RC01',
  regulatory: 'RR04',
  name_mismatch: 'BE01',
  creditor_refused: 'MS02',
  bank_refused: 'MS03',
} as const satisfies Record<RailReason, string>;
