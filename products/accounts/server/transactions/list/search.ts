/**
 * Payments for the search: by words of the names and the reference, the exact amount, an account or its end, or the number. Looks back as far as a
 * page of the list; a number is found however old it is. Lines that stand for confidential payouts are never found.
 */
import { formatDecimal } from '@calmly/domain';
import { accountMeant, beginsOrEnds, beginsWords, matchesAmount } from '@calmly/platform/postgres/search.ts';
import type { FoundHit, SearchSource } from '@calmly/platform/search-source.ts';
import { sql } from 'kysely';
import { isShownTo, viewerOf } from '../confidential/audience.ts';
import { type TransactionRow, toTransaction, transactionColumns } from '../store.ts';
import type { StoredTransaction } from '../transaction.ts';
import { readPage } from './list-store.ts';

export const paymentSearch: SearchSource = {
  kind: 'payment',
  async find({ sql: db, actor }, text, limit) {
    const viewer = viewerOf(actor);
    const owner = sql`client_id = ${actor.clientId}`;
    const number = numberMeant(text);
    if (number !== undefined) {
      const { rows } = await sql<TransactionRow>`
        select ${transactionColumns} from transactions.transaction
        where number = ${number} and ${owner} and ${isShownTo(viewer)} and audience <> 'MASK'`.execute(db);
      return { hits: rows.map(toTransaction).map((found) => ({ ...toHit(found), detail: found.number })) };
    }
    const fits = sql`audience <> 'MASK' and ${isMeant(text)}`;
    const { transactions, lookedBackTo } = await readPage(db, { viewer, within: owner, owner, fits }, limit);
    return { hits: transactions.map(toHit), lookedBackTo };
  },
};

/** `PAY-2026-0000123`, however it is grouped and however many zeros are left out. */
function numberMeant(text: string): string | undefined {
  const [, year, serial] = /^pay[\s-]*(\d{4})[\s-]*(\d{1,12})$/i.exec(text) ?? [];
  return year && serial ? `PAY-${year}-${serial.replace(/^0+/, '').padStart(7, '0')}` : undefined;
}

function isMeant(text: string) {
  // Plain ASCII rows have no folded text. The number in the others would make every row begin with "pay".
  const folded = sql`coalesce(replace(search, lower(number), ''), lower(debtor_name || ${'\n'} || creditor_name || ${'\n'} || reference))`;
  const meant = [beginsWords(folded, text)];
  const account = accountMeant(text);
  if (account !== undefined)
    meant.push(beginsOrEnds(sql`debtor_account`, account), beginsOrEnds(sql`creditor_account`, account));
  const amount = matchesAmount(text);
  if (amount) meant.push(amount);
  return sql`(${sql.join(meant, sql` or `)})`;
}

const toHit = (found: StoredTransaction): FoundHit => ({
  id: found.id,
  title: found.direction === 'DEBIT' ? found.creditorName : found.debtorName,
  detail: found.reference || found.number,
  amount: formatDecimal(found.amountMinor, found.currency),
  currency: found.currency,
  direction: found.direction,
  status: found.status,
  at: found.createdAt.toISOString(),
});
