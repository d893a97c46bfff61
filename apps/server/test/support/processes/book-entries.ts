/**
 * Books many entries on an account, with equal debits and credits: `DATA_DIR=... node book-entries.ts <account id> <count>`. For browser stories,
 * which cannot wait for
 * so many payments.
 */
import { resolve } from 'node:path';
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import { openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { findRunningPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { bankAccount, postAll } from '@calmly/products/ledger/server/index.ts';
import { sql as query } from 'kysely';

const batch = 500;
const [accountId = '', count = '0'] = process.argv.slice(2);
const url = await findRunningPostgres(resolve(process.env.DATA_DIR ?? 'data'));
if (url === undefined) throw new Error('no database runs there');
const database = openDatabase(url, { poolSize: 1 });
const { rows } = await query<{ currency: string }>`
  select currency from ledger.accounts where id = ${accountId}
`.execute(database.sql);
const currency = currencyOf(rows[0]?.currency);
for (let done = 0; done < Number(count); done += batch)
  await database.inTransaction(async (sql) => {
    const bank = await bankAccount(sql, 'custody', currency);
    const at = new Date();
    const transfers = Array.from({ length: Math.min(batch, Number(count) - done) }, (_, index) => {
      const [debitAccountId, creditAccountId] = index % 2 === 0 ? [bank, accountId] : [accountId, bank];
      return { id: newId(), debitAccountId, creditAccountId, amountMinor: 100n, code: 'payment', at };
    });
    await postAll(sql, transfers);
  });
await database.close();

function currencyOf(text = ''): CurrencyCode {
  if (!isCurrency(text)) throw new Error(`there is no account ${accountId}`);
  return text;
}
