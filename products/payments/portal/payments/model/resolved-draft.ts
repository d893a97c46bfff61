/** A payment draft with its ids resolved, and the server's preview. */
import type { Account, Beneficiary, PaymentPreview, Quote } from '@calmly/contract';
import { type CurrencyCode, isCurrency, normaliseIban } from '@calmly/domain';
import type { PaymentDraft } from './draft.ts';
import { beneficiaryPayee, type ChosenPayee } from './payee.ts';

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

/** Who the draft pays, once it can be looked up. */
export function payeeOf(
  values: PaymentDraft,
  accounts: readonly Account[],
  beneficiary: Beneficiary | undefined,
): ChosenPayee | undefined {
  if (values.kind === 'own') {
    const account = accounts.find(({ id }) => id === values.creditorAccountId);
    return account && { kind: 'own', account };
  }
  if (values.payeeKind === 'client') {
    const account = normaliseIban(values.clientAccount);
    return account ? { kind: 'client', account, name: values.clientName.trim() } : undefined;
  }
  if (beneficiary?.status === 'DELETED') return undefined;
  return beneficiary && beneficiaryPayee(beneficiary, values.bankAccount);
}

/**
 * The account that pays: the chosen one, undefined if it is gone; until one is chosen, the first in the payee's currency, else the first.
 */
export function debtorAccountOf(
  values: PaymentDraft,
  accounts: readonly Account[],
  payee: ChosenPayee | undefined,
): Account | undefined {
  const wanted = payee?.kind === 'beneficiary' ? payee.bankDetail.currency : undefined;
  if (values.debtorAccountId !== '') return accounts.find(({ id }) => id === values.debtorAccountId);
  return accounts.find((account) => account.currency === wanted) ?? accounts[0];
}
