/** A payment draft with its ids looked up, and what the server says it comes to. */
import type { Account, PaymentPreview, Quote } from '@calmly/contract';
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import type { PaymentDraft } from './draft.ts';
import type { ChosenPayee } from './payee.ts';

export interface ResolvedDraft {
  readonly values: PaymentDraft;
  readonly debtorAccount: Account | undefined;
  readonly currency: CurrencyCode;
  readonly payee: ChosenPayee | undefined;
  /** The price of a payment in another currency; undefined until the server has quoted the current draft. */
  readonly quote: Quote | undefined;
  /** Undefined until the server has answered for the current draft. */
  readonly preview: PaymentPreview | undefined;
}

/** The currency of a payment: that of the account it is paid from. */
export const currencyOf = (account: Account | undefined): CurrencyCode =>
  account && isCurrency(account.currency) ? account.currency : 'EUR';
