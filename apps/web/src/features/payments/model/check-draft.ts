/**
 * What keeps a draft from being sent, field by field, and the order it makes when nothing does. Said in the form before
 * the server would: the server checks all of it again. Fields are those of the contract's `PaymentInput`, so that the
 * server's own field errors land in the same places.
 */
import type { Account, PaymentInput } from '@calmly/contract';
import { type CurrencyCode, checkSepaText, formatDecimal, hasReservedText, isCurrency } from '@calmly/domain';
import { type AmountRejection, readAmount } from '../../../session/amount-input.ts';
import type { PaymentDraft } from './draft.ts';
import { type ChosenPayee, payeeAccount } from './payee.ts';
import { type Quote, schemeOf } from './quote.ts';

export type DraftField = 'debtorAccount' | 'beneficiaryId' | 'creditorAccount' | 'amount' | 'reference';

/** Why a field is not right yet; the texts are `payments.create.problems.*`. */
export type DraftProblem =
  | AmountRejection
  | 'account'
  | 'payee'
  | 'toAccount'
  | 'clientAccount'
  | 'same_account'
  | 'currency'
  | 'currencyOwn'
  | 'reference'
  | 'reserved_text'
  | 'sepa_characters'
  | 'funds';

export type DraftProblems = Partial<Record<DraftField, DraftProblem>>;

/** A draft with its ids looked up. */
export interface ResolvedDraft {
  readonly values: PaymentDraft;
  readonly debtorAccount: Account | undefined;
  readonly currency: CurrencyCode;
  readonly payee: ChosenPayee | undefined;
  readonly quote: Quote | undefined;
}

/** The currency a payment is in: that of the account it is paid from. */
export const currencyOf = (account: Account | undefined): CurrencyCode =>
  account && isCurrency(account.currency) ? account.currency : 'EUR';

/** Every field that is not right yet. */
export function checkDraft({ values, debtorAccount, currency, payee, quote }: ResolvedDraft): DraftProblems {
  const amount = readAmount(values.amount, currency);
  const payeeField: DraftField =
    values.kind === 'someone' && values.payeeKind === 'beneficiary' ? 'beneficiaryId' : 'creditorAccount';
  const payeeProblem = checkPayee(values, debtorAccount, payee);
  const reference = checkReference(values.reference, goesBySepa({ debtorAccount, currency, payee }));
  return {
    ...(!debtorAccount && { debtorAccount: 'account' }),
    ...(payeeProblem && { [payeeField]: payeeProblem }),
    ...(!amount.ok && { amount: amount.code }),
    ...(amount.ok && quote && quote.leftMinor < 0n && { amount: 'funds' }),
    ...(reference && { reference }),
  };
}

function checkPayee(
  values: PaymentDraft,
  debtorAccount: Account | undefined,
  payee: ChosenPayee | undefined,
): DraftProblem | undefined {
  if (!payee) {
    if (values.kind === 'own') return 'toAccount';
    return values.payeeKind === 'client' ? 'clientAccount' : 'payee';
  }
  if (!debtorAccount) return undefined;
  if (payee.kind === 'own') {
    if (payee.account.id === debtorAccount.id) return 'same_account';
    return payee.account.currency === debtorAccount.currency ? undefined : 'currencyOwn';
  }
  if (payee.kind === 'client') return undefined;
  return payee.bankDetail.currency === debtorAccount.currency ? undefined : 'currency';
}

function checkReference(reference: string, sepa: boolean): DraftProblem | undefined {
  const text = reference.trim();
  if (text === '') return 'reference';
  if (hasReservedText(text)) return 'reserved_text';
  return sepa && !checkSepaText(text).ok ? 'sepa_characters' : undefined;
}

/** Whether the text goes through SEPA, which takes Latin letters only. */
export const goesBySepa = ({
  debtorAccount,
  currency,
  payee,
}: Pick<ResolvedDraft, 'debtorAccount' | 'currency' | 'payee'>): boolean =>
  debtorAccount !== undefined && payee !== undefined && schemeOf(payee, debtorAccount, currency) === 'SEPA';

/** The order to send; undefined while anything is missing. */
export function toOrder(draft: ResolvedDraft): PaymentInput | undefined {
  const { values, debtorAccount, currency, payee } = draft;
  const amount = readAmount(values.amount, currency);
  if (!debtorAccount || !payee || !amount.ok || Object.keys(checkDraft(draft)).length > 0) return undefined;
  return {
    debtorAccount: debtorAccount.number,
    ...(payee.kind === 'beneficiary' && { beneficiaryId: payee.beneficiary.id }),
    creditorAccount: payeeAccount(payee),
    amount: formatDecimal(amount.minor, currency),
    reference: values.reference.trim(),
    chargeBearer: values.chargeBearer,
  };
}
