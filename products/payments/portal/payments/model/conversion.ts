/** A payment to a payee in another currency: the converted amount, and the quote to request. Pure. */
import type { QuoteInput } from '@calmly/contract';
import { type CurrencyCode, formatDecimal, isCurrency } from '@calmly/domain';
import { readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import type { ResolvedDraft } from './resolved-draft.ts';

type Written = Pick<ResolvedDraft, 'values' | 'debtorAccount' | 'currency' | 'payee'>;

/** The payee's currency where it is not the account's. */
export function convertedInto({ debtorAccount, currency, payee }: Written): CurrencyCode | undefined {
  if (!debtorAccount || payee?.kind !== 'beneficiary') return undefined;
  const theirs = payee.bankDetail.currency;
  return theirs !== currency && isCurrency(theirs) ? theirs : undefined;
}

/** The currency of the amount that is typed. */
export const amountCurrencyOf = (draft: Written): CurrencyCode =>
  (draft.values.amountSide === 'BUY' && convertedInto(draft)) || draft.currency;

/** The quote that a draft needs; undefined where nothing is converted or the amount is missing. */
export function quoteWanted(draft: Written): QuoteInput | undefined {
  const { values, debtorAccount } = draft;
  const toCurrency = convertedInto(draft);
  const amountCurrency = amountCurrencyOf(draft);
  const amount = readAmount(values.amount, amountCurrency);
  if (!debtorAccount || !toCurrency || !amount.ok || values.frequency !== 'NOW') return undefined;
  return {
    fromAccount: debtorAccount.number,
    toCurrency,
    amount: formatDecimal(amount.minor, amountCurrency),
    side: values.amountSide,
  };
}
