/** Whether an account may be opened, closed or given an IBAN. Pure. Refusals are problems of the contract, in the order checked. */
import { type CurrencyCode, currencies, displayAmount, isCurrency } from '@calmly/domain';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { AccountRecord } from './store.ts';

/** Maximum number of a client's open accounts in one currency. */
export const mostAccounts = 5;

/** The named currency, if accounts can be kept in it. */
export function readCurrency(text: string): CurrencyCode | Problem {
  if (isCurrency(text) && currencies[text].kind === 'fiat') return text;
  return badFields({ field: 'currency', code: 'currency_unknown' });
}

/** `count`: open and pending accounts. */
export const checkOpening = (currency: CurrencyCode, count: number): Problem | undefined =>
  count < mostAccounts ? undefined : new Problem('account_limit', { params: { currency, count } });

export interface ClosingFacts {
  readonly account: Pick<AccountRecord, 'currency'>;
  readonly postedMinor: bigint;
  readonly reservedMinor: bigint;
  /** The client's open accounts, including this one. */
  readonly openAccounts: number;
}

/** Only an empty account can be closed, and never the only one, because returned money needs a destination. */
export function checkClosing({ account, postedMinor, reservedMinor, openAccounts }: ClosingFacts) {
  const amount = (minor: bigint) => displayAmount(minor, account.currency).text;
  if (reservedMinor !== 0n)
    return new Problem('account_reserved', { params: { amount: amount(reservedMinor) } });
  if (postedMinor !== 0n)
    return new Problem('account_not_empty', { params: { amount: amount(postedMinor) } });
  return openAccounts > 1 ? undefined : new Problem('account_last');
}

export interface IbanFacts {
  readonly currency: CurrencyCode;
  readonly termsAccepted: boolean;
  /** Whether one in this currency is pending. */
  readonly pending: boolean;
  /** The account that gets it; undefined: a new one is opened. */
  readonly account: Pick<AccountRecord, 'currency' | 'status' | 'iban'> | undefined;
  /** Open accounts in the currency. */
  readonly openAccounts: number;
}

/** Undefined: it may be issued. The limit of accounts applies only if one is opened for it. */
export function checkIbanRequest({ currency, termsAccepted, pending, account, openAccounts }: IbanFacts) {
  if (account && account.currency !== currency) return badFields({ field: 'currency', code: 'invalid' });
  if (account?.status === 'CLOSED') return new Problem('account_closed');
  if (account?.iban) return new Problem('iban_exists');
  if (!termsAccepted) return new Problem('iban_terms_needed');
  if (pending) return new Problem('iban_pending', { params: { currency } });
  return account ? undefined : checkOpening(currency, openAccounts);
}
