/** Verification of clients' card debts: `receivable` equals their sum, and no card owes less than its payments caused. */
import { cryptoAssets, formatDecimal, isCurrency } from '@calmly/domain';
import { inReport } from '@calmly/platform/postgres/report.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { bankBalances } from '../../../ledger/server/index.ts';

/** Faults in English; empty if there are none. One snapshot of two small tables. */
export const verifyDebts = (sql: Sql): Promise<string[]> =>
  inReport(sql, { statementTimeoutMs: 0 }, async (snapshot) => {
    const receivable = await bankBalances(snapshot, 'receivable');
    const { rows: sums } = await query<{ currency: string; owed: string }>`
      select currency, sum(amount_minor)::text as owed
      from cards.debt join (select distinct account_id, currency from cards.card) as card using (account_id) group by currency`.execute(
      snapshot,
    );
    const { rows: parts } = await query<{ id: string }>`
      select part.account_id as id from cards.debt_part part left join cards.debt using (account_id)
      group by part.account_id, debt.amount_minor having sum(part.amount_minor) > coalesce(debt.amount_minor, 0) limit 100`.execute(
      snapshot,
    );
    const owed = new Map(sums.map((row) => [row.currency, BigInt(row.owed)]));
    // Debts of chains to the bank are on the same kind of account, in crypto assets.
    const currencies = [...new Set([...owed.keys(), ...receivable.keys()])]
      .filter(isCurrency)
      .filter((currency) => !cryptoAssets.some((asset) => asset === currency));
    return [
      ...currencies.flatMap((currency) => {
        const [books, cards] = [-(receivable.get(currency) ?? 0n), owed.get(currency) ?? 0n];
        return books === cards
          ? []
          : [
              `${currency}: the books say that cards owe ${formatDecimal(books, currency)}, the cards ${formatDecimal(cards, currency)}`,
            ];
      }),
      ...parts.map(({ id }) => `account ${id} of a card owes less than its payments made it owe`),
    ];
  });
