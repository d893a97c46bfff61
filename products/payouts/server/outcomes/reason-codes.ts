/** Why a row was not paid: a code of ISO 20022's ExternalStatusReason1Code, `NARR` if none fits, and the sentence that explains it. Pure. */
import type { FieldProblemCode, PaymentReason, PayoutField, ProblemCode } from '@calmly/contract';
import { failureSentences as english } from '@calmly/contract/words/en/payment-failures';
import { failureSentences as russian } from '@calmly/contract/words/ru/payment-failures';
import type { Locale } from '@calmly/platform/work.ts';
import { railReasonCodes } from '../../../accounts/server/transactions/index.ts';
import type { RowRefusal } from '../row.ts';

const narrative = 'NARR';

const ofPayments = {
  ...railReasonCodes,
  not_permitted: 'AG01',
  canceled_by_client: 'DS02',
  approval_rejected: 'DS02',
  approval_recalled: 'DS02',
  approval_expired: 'DS02',
  approval_requester_left: 'DS02',
  no_funds: 'AM04',
} satisfies Partial<Record<PaymentReason, string>>;

/** Why a payment of a payout may fail. */
export type FailureReason = keyof typeof ofPayments;
export const isFailureReason = (reason: PaymentReason | null): reason is FailureReason =>
  reason !== null && Object.hasOwn(ofPayments, reason);

/** For a failed payment. `MS03` (no reason given) if we may not reveal the reason. */
export const codeOfPayment = (reason: PaymentReason | null): string =>
  isFailureReason(reason) ? ofPayments[reason] : 'MS03';

const ofRefusals: Partial<Record<ProblemCode, string>> = {
  insufficient_funds: 'AM04',
  payment_right_missing: 'AG01',
  payout_taken_back: 'DS02',
};

/** Closed debtor account; `AC04` is the payee's. */
const debtorClosed = 'AC05';

/** For a row without a payment. Any other field's fault is `NARR`, explained by the sentence. */
export function codeOfRefusal({ code, field }: RowRefusal): string {
  if (field) return code === ('from_account_closed' satisfies FieldProblemCode) ? debtorClosed : narrative;
  return ofRefusals[code as ProblemCode] ?? narrative;
}

const ofFields: Partial<Record<PayoutField, string>> = {
  account: 'AC01',
  bic: 'RC01',
  sortCode: 'RC08',
  routingNumber: 'RC08',
  amount: 'AM12',
  currency: 'AM11',
};

/** For a row that was left out: by its first fault. */
export function codeOfFault({ field, code }: { readonly field: PayoutField; readonly code: string }): string {
  return code === 'end_to_end_id_repeated' ? 'DU04' : (ofFields[field] ?? narrative);
}

const sentences: Readonly<Record<Locale, Readonly<Record<FailureReason, string>>>> = {
  en: english,
  ru: russian,
};

const withoutReason: Readonly<Record<Locale, string>> = {
  en: 'The payment wasn’t carried out.',
  ru: 'Платёж не исполнен.',
};

/** Why a payment failed, in the portal's words. `reason` as the client may know it (`visibleReason`). */
export const sentenceOfPayment = (reason: PaymentReason | null, locale: Locale): string =>
  isFailureReason(reason) ? sentences[locale][reason] : withoutReason[locale];
