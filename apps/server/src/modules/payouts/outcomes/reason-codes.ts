/**
 * Why a row was not paid, as a code of ISO 20022's ExternalStatusReason1Code; `NARR` where none fits and the sentence explains it.
 * For reasons of other banks, these are codes that the clearing reads as the same reason (`clearing/files/reasons.ts`). Pure.
 */
import type { PaymentReason, PayoutField, ProblemCode } from '@calmly/contract';
import type { RowRefusal } from '../row.ts';

const narrative = 'NARR';

const ofPayments: Partial<Record<PaymentReason, string>> = {
  account_closed: 'AC04',
  account_unknown: 'AC01',
  beneficiary_deceased: 'MD07',
  bank_unreachable: 'RC01',
  regulatory: 'RR04',
  name_mismatch: 'BE01',
  creditor_refused: 'MS02',
  bank_refused: 'MS03',
  not_permitted: 'AG01',
  canceled_by_client: 'DS02',
  approval_rejected: 'DS02',
  approval_recalled: 'DS02',
  approval_expired: 'DS02',
  no_funds: 'AM04',
};

/** Of a failed payment. `MS03` (no reason given) where we may not tell the reason. */
export const codeOfPayment = (reason: PaymentReason | null): string =>
  (reason === null ? undefined : ofPayments[reason]) ?? 'MS03';

const ofRefusals: Partial<Record<ProblemCode, string>> = {
  insufficient_funds: 'AM04',
  payment_right_missing: 'AG01',
  account_closed: 'AC06',
  payout_taken_back: 'DS02',
};

export const codeOfRefusal = ({ code, field }: RowRefusal): string =>
  (field ? undefined : ofRefusals[code as ProblemCode]) ?? narrative;

const ofFields: Partial<Record<PayoutField, string>> = {
  account: 'AC01',
  bic: 'RC01',
  sortCode: 'RC08',
  routingNumber: 'RC08',
  amount: 'AM12',
  currency: 'AM11',
};

/** Of a row that was left out: by its first fault. */
export function codeOfFault({ field, code }: { readonly field: PayoutField; readonly code: string }): string {
  return code === 'end_to_end_id_repeated' ? 'DU04' : (ofFields[field] ?? narrative);
}
