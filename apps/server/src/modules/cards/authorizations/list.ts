/** What was paid with a card, as its screen shows it: also what was paid with the cards whose place it took. */
import {
  type CardTransaction,
  cardTransactionStatuses,
  type EndpointInput,
  type listCardTransactions,
} from '@calmly/contract';
import { type CurrencyCode, categoryOf, formatDecimal } from '@calmly/domain';
import { cursorId, pageOf } from '../../../platform/page.ts';
import { badFields, Problem } from '../../../platform/problem.ts';
import type { ClientActor, Work } from '../../../platform/work.ts';
import { findCard } from '../card-store.ts';
import { merchantAmountOf, rowState } from './row.ts';
import { statusOf } from './state.ts';
import { listOfAccount, type StoredAuthorization } from './store.ts';

type Query = EndpointInput<typeof listCardTransactions>['query'];

/** A page of them. Errors: `not_found`, `invalid_request` for an unknown cursor or status. */
export async function listTransactions(
  { sql }: Pick<Work, 'sql'>,
  { clientId }: Pick<ClientActor, 'clientId'>,
  id: string,
  { limit, cursor, status }: Query,
): Promise<{ Items: CardTransaction[]; NextCursor: string | null }> {
  const card = await findCard(sql, { clientId, id });
  if (!card) throw new Problem('not_found');
  const found = await listOfAccount(sql, {
    accountId: card.accountId,
    statuses: status === undefined ? undefined : statusesIn(status),
    before: cursorId(cursor),
    limit: limit + 1,
  });
  return pageOf(
    found.map((it) => toCardTransaction(it, card.currency)),
    limit,
  );
}

function statusesIn(text: string): string[] {
  const asked = text.split(',');
  if (asked.some((each) => !cardTransactionStatuses.some((status) => status === each)))
    throw badFields({ field: 'status', code: 'invalid' });
  return asked;
}

export function toCardTransaction(it: StoredAuthorization, currency: CurrencyCode): CardTransaction {
  const { merchant } = it;
  return {
    id: it.id,
    cardId: it.cardId,
    createdAt: it.createdAt.toISOString(),
    status: statusOf(it),
    group: categoryOf(merchant.mcc),
    amount: formatDecimal(rowState(it).amountMinor, currency),
    currency,
    direction: it.isRefund ? 'CREDIT' : 'DEBIT',
    merchantAmount: merchantAmountOf(it),
    merchantCurrency: it.merchantCurrency,
    rate: it.rate,
    merchantName: merchant.name,
    merchantCity: merchant.city,
    merchantCountry: merchant.country,
    mcc: merchant.mcc,
    channel: it.channel,
    declineReason: it.declineReason,
    refundOf: it.refundOf,
    receipt: 'NOT_NEEDED',
    dispute: null,
  };
}
