/**
 * Validates a draft field by field, and builds the order if there are no errors. The form checks before the server does, and the server
 * checks everything again. Fields are those of the contract's `PaymentInput`, so that the server's field errors appear in the same
 * places. Every figure is the server's (`PaymentPreview`).
 */
import type { PaymentInput, PaymentPreview, PreviewInput, StandingOrderInput } from '@calmly/contract';
import { checkSepaText, formatDecimal, hasReservedText, type Schedule } from '@calmly/domain';
import { type AmountRejection, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { checkScheduleForm, toSchedule } from '@calmly/portal-kit/shared/days/schedule-form.ts';
import { amountCurrencyOf, convertedInto } from './conversion.ts';
import type { PaymentDraft, PlacedOrder } from './draft.ts';
import { isWholeAccount, payeeAccount } from './payee.ts';
import type { ResolvedDraft } from './resolved-draft.ts';

export const draftFields = [
  'debtorAccount',
  'beneficiaryId',
  'creditorAccount',
  'creditorName',
  'amount',
  'chargeBearer',
  'instant',
  'attachments',
  'reference',
  'startOn',
  'endOn',
  'times',
] as const satisfies ReadonlyArray<keyof PaymentInput | keyof StandingOrderInput>;
export type DraftField = (typeof draftFields)[number];

/** Why a field is not right yet; the texts are `payments.create.problems.*`. */
export type DraftProblem =
  | AmountRejection
  | 'account'
  | 'payee'
  | 'payeeAccount'
  | 'payeeIncomplete'
  | 'toAccount'
  | 'clientAccount'
  | 'clientName'
  | 'same_account'
  | 'currency'
  | 'currencyLater'
  | 'currencyOwn'
  | 'reference'
  | 'reserved_text'
  | 'sepa_characters'
  | 'funds'
  | 'startOn'
  | 'startOnFar'
  | 'endOn'
  | 'times';

export type DraftProblems = Partial<Record<DraftField, DraftProblem>>;

/** Every field with a fault. */
export function checkDraft(draft: ResolvedDraft): DraftProblems {
  const { values, debtorAccount, preview } = draft;
  const amount = readAmount(values.amount, amountCurrencyOf(draft));
  const payeeField: DraftField =
    values.kind === 'someone' && values.payeeKind === 'beneficiary' ? 'beneficiaryId' : 'creditorAccount';
  const payeeProblem = checkPayee(draft);
  const reference = checkReference(values.reference, goesBySepa(draft));
  return {
    ...(!debtorAccount && { debtorAccount: 'account' }),
    ...(payeeProblem && { [payeeField]: payeeProblem }),
    ...(isNameless(values) && { creditorName: 'clientName' }),
    ...(!amount.ok && { amount: amount.code }),
    ...(amount.ok && preview && isShort(preview) && values.frequency === 'NOW' && { amount: 'funds' }),
    ...(reference && { reference }),
    ...checkSchedule(values),
  };
}

/** Another client is paid under the name that the payer knows. */
const isNameless = ({ kind, payeeKind, clientName }: PaymentDraft): boolean =>
  kind === 'someone' && payeeKind === 'client' && clientName.trim() === '';

/** When it goes, if later; undefined while no day is chosen. */
export function scheduleOf(draft: PaymentDraft): Schedule | undefined {
  const { frequency, startOn } = draft;
  return frequency === 'NOW' || startOn === '' ? undefined : toSchedule({ ...draft, frequency });
}

function checkSchedule(draft: PaymentDraft): DraftProblems {
  const { frequency } = draft;
  return frequency === 'NOW' ? {} : checkScheduleForm({ ...draft, frequency });
}

/** Whether the account has too little. */
export const isShort = ({ balanceAfter }: PaymentPreview): boolean => balanceAfter.startsWith('-');

function checkPayee(draft: Omit<ResolvedDraft, 'preview'>): DraftProblem | undefined {
  const { values, debtorAccount, payee } = draft;
  if (!payee) {
    if (values.kind === 'own') return 'toAccount';
    if (values.payeeKind === 'client') return 'clientAccount';
    return values.bankAccount === '' ? 'payee' : 'payeeAccount';
  }
  if (!debtorAccount) return undefined;
  if (payee.kind === 'own') {
    if (payee.account.id === debtorAccount.id) return 'same_account';
    return payee.account.currency === debtorAccount.currency ? undefined : 'currencyOwn';
  }
  if (payee.kind === 'client') return isWholeAccount(payee.account) ? undefined : 'clientAccount';
  if (payee.beneficiary.readiness.length > 0) return 'payeeIncomplete';
  if (payee.bankDetail.currency === debtorAccount.currency) return undefined;
  if (!convertedInto(draft)) return 'currency';
  return values.frequency === 'NOW' ? undefined : 'currencyLater';
}

function checkReference(reference: string, sepa: boolean): DraftProblem | undefined {
  const text = reference.trim();
  if (text === '') return 'reference';
  if (hasReservedText(text)) return 'reserved_text';
  return sepa && !checkSepaText(text).ok ? 'sepa_characters' : undefined;
}

/** Whether the text goes through SEPA, which takes Latin letters only. */
export const goesBySepa = ({ preview }: { readonly preview: PaymentPreview | undefined }): boolean =>
  preview?.scheme === 'SEPA' || preview?.scheme === 'SEPA_INSTANT';

/** Whether it goes as an instant payment. As all methods cost the same, the fastest one is chosen until the person chooses. */
export const isInstant = ({ instant }: PaymentDraft, { ways }: PaymentPreview): boolean =>
  instant ?? ways.some(({ scheme }) => scheme === 'SEPA_INSTANT');

/** What the server can be asked about already; the text need not be there. */
export function toSketch(draft: Omit<ResolvedDraft, 'preview'>): PreviewInput | undefined {
  const { values, debtorAccount, currency, payee, quote } = draft;
  const amount = readAmount(values.amount, amountCurrencyOf(draft));
  const isConverted = convertedInto(draft) !== undefined;
  if (isConverted && !quote) return undefined;
  if (!debtorAccount || !payee || !amount.ok || checkPayee(draft)) return undefined;
  // Half a number is not asked about with every key.
  if (payee.kind === 'client' && (!isWholeAccount(payee.account) || payee.name === '')) return undefined;
  return {
    debtorAccount: debtorAccount.number,
    ...(payee.kind === 'beneficiary' && { beneficiaryId: payee.beneficiary.id }),
    creditorAccount: payeeAccount(payee),
    ...(payee.kind === 'client' && { creditorName: payee.name }),
    ...(isConverted && quote
      ? { amount: quote.sellAmount, quoteId: quote.id }
      : { amount: formatDecimal(amount.minor, currency) }),
    chargeBearer: values.chargeBearer,
    ...(values.instant && { instant: true }),
    ...(values.repairOf && { repairOf: values.repairOf }),
  };
}

/** The order to send; undefined while anything is missing. */
export function toOrder(draft: ResolvedDraft): PlacedOrder | undefined {
  const sketch = toSketch(draft);
  if (!sketch || Object.keys(checkDraft(draft)).length > 0) return undefined;
  const { purpose, attachments, reference } = draft.values;
  const schedule = scheduleOf(draft.values);
  return {
    ...sketch,
    reference: reference.trim(),
    ...(purpose && { purpose }),
    ...(schedule && { schedule }),
    ...(!schedule && attachments.length > 0 && { attachments: attachments.map(({ id }) => id) }),
  };
}
