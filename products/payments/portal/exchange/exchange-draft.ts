/** The exchange form's values, kept in the tab, and the part of them that can be quoted. */
import type { Account, Quote, QuoteInput } from '@calmly/contract';
import { type CurrencyCode, formatDecimal, isCurrency } from '@calmly/domain';
import { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { type AmountRejection, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { z } from 'zod';

const zExchangeDraft = z.object({
  fromId: z.string(),
  toId: z.string(),
  /** Which amount was typed last; the other one follows from the price. */
  side: z.enum(['SELL', 'BUY']),
  text: z.string(),
});
export type ExchangeDraft = Readonly<z.output<typeof zExchangeDraft>>;

export const keptExchange = tabStorage('calmly.exchange-draft', zExchangeDraft);

const isQuote = (value: unknown): value is Quote =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'fromAccountId', 'toAccountId', 'sellAmount', 'sellCurrency', 'buyAmount', 'buyCurrency'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  );

/** The quote that was sent and not answered yet: after a reload, too, only the same one may be sent again. */
export const sentQuote = tabStorage('calmly.exchange-sent', isQuote);

/** The accounts that a draft means: what it names, else the first that fit, in two currencies. */
export function chosenAccounts(
  accounts: readonly Account[],
  { fromId, toId }: Pick<ExchangeDraft, 'fromId' | 'toId'>,
): { readonly from: Account; readonly to: Account } | undefined {
  const named = (id: string) => accounts.find((account) => account.id === id);
  const from = named(fromId) ?? accounts.find(hasMoney) ?? accounts[0];
  const to = named(toId);
  const other = accounts.find(({ currency }) => currency !== from?.currency);
  const target = to && to.currency !== from?.currency ? to : other;
  return from && target && { from, to: target };
}

/** What was typed before; the accounts that a link names go before those kept. */
export function startDraft(
  accounts: readonly Account[],
  { fromId, toId }: Pick<ExchangeDraft, 'fromId' | 'toId'>,
): ExchangeDraft {
  const kept = keptExchange.read() ?? { fromId: '', toId: '', side: 'SELL', text: '' };
  const named = { fromId: fromId || kept.fromId, toId: toId || kept.toId };
  const chosen = chosenAccounts(accounts, named);
  return { ...kept, ...named, ...(chosen && { fromId: chosen.from.id, toId: chosen.to.id }) };
}

const hasMoney = ({ available }: Account) => /[1-9]/.test(available) && !available.startsWith('-');

/** Throws for a currency that the portal does not know. */
export const currencyOf = ({ currency }: Account): CurrencyCode => {
  if (!isCurrency(currency)) throw new Error(`an account in ${currency}`);
  return currency;
};

export type QuoteRequestReading =
  | { readonly ok: true; readonly request: QuoteInput }
  | { readonly ok: false; readonly code: AmountRejection };

/** What the server is asked to price. */
export function readQuoteRequest(
  { side, text }: Pick<ExchangeDraft, 'side' | 'text'>,
  { from, to }: { readonly from: Account; readonly to: Account },
): QuoteRequestReading {
  const currency = currencyOf(side === 'SELL' ? from : to);
  const amount = readAmount(text, currency);
  if (!amount.ok) return amount;
  return {
    ok: true,
    request: {
      fromAccount: from.number,
      toAccount: to.number,
      amount: formatDecimal(amount.minor, currency),
      side,
    },
  };
}
