/** Clients that can pay, and years of history, for the payments benchmark. */

import { type Database, openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { defaultBank, openAccounts } from '@calmly/products/accounts/server/accounts/index.ts';
import { createPersonClient } from '@calmly/products/identity/server/index.ts';
import { balances, bankAccount, post } from '@calmly/products/ledger/server/index.ts';
import { addBeneficiaries } from '@calmly/products/payees/server/index.ts';

export interface BenchPayer {
  readonly token: string;
  readonly clientId: string;
  /** Account ids and numbers; a load spreads over them. */
  readonly accounts: ReadonlyArray<{ readonly id: string; readonly number: string }>;
  readonly beneficiaryId: string;
}

export const password = 'more-payments-less-stress';

/** Funded clients with a trusted payee, signed in. */
export async function preparePayers(
  databaseUrl: string,
  serverUrl: string,
  count: { readonly payers: number; readonly accountsEach: number },
): Promise<BenchPayer[]> {
  const database = openDatabase(databaseUrl, { poolSize: 4 });
  try {
    const payers: BenchPayer[] = [];
    for (let index = 0; index < count.payers; index += 1)
      payers.push(await preparePayer(database, serverUrl, `payer${index}@bench.example`, count.accountsEach));
    return payers;
  } finally {
    await database.close();
  }
}

async function preparePayer(
  database: Database,
  serverUrl: string,
  email: string,
  accountCount: number,
): Promise<BenchPayer> {
  const payer = await database.inTransaction(async (sql) => {
    const work = { sql, now: new Date(), newId };
    const { clientId } = await createPersonClient(work, {
      email,
      password,
      firstName: 'Anna',
      lastName: 'Tamm',
    });
    const opening = { clientId, currency: 'EUR', name: 'Main', withIban: true } as const;
    const opened = await openAccounts(work, defaultBank, Array(accountCount).fill(opening));
    const [payee] = await addBeneficiaries(sql, clientId, defaultBank, [
      {
        id: newId(),
        at: new Date(),
        trusted: true,
        input: {
          legalStatus: 'COMPANY',
          name: 'Hansa GmbH',
          country: 'DE',
          bankDetails: [{ iban: 'DE33200505501289447016', currency: 'EUR' }],
        },
      },
    ]);
    if (!payee) throw new Error('the client could not be prepared');
    const debitAccountId = await bankAccount(sql, 'nostro', 'EUR');
    await post(
      sql,
      opened.map(({ id }) => ({
        id: newId(),
        debitAccountId,
        creditAccountId: id,
        amountMinor: 10n ** 12n,
        code: 'funding',
        at: new Date(),
      })),
    );
    const accounts = opened.map(({ id, number }) => ({ id, number }));
    return { clientId, accounts, beneficiaryId: payee.id };
  });
  return { ...payer, token: await signIn(serverUrl, email) };
}

/** Takes all money from an account. */
export async function emptyAccount(databaseUrl: string, accountId: string): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const nostro = await bankAccount(database.sql, 'nostro', 'EUR');
    const held = (await balances(database.sql, [accountId])).get(accountId)?.availableMinor ?? 0n;
    await post(database.sql, [
      {
        id: newId(),
        debitAccountId: accountId,
        creditAccountId: nostro,
        amountMinor: held,
        code: 'emptied',
        at: new Date(),
      },
    ]);
  } finally {
    await database.close();
  }
}

/** Signs in from a new browser: the sandbox shows the code in the first answer. */
export async function signIn(serverUrl: string, email: string): Promise<string> {
  const call = (headers: Record<string, string>) =>
    fetch(`${serverUrl}/api/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ remember: false }),
    });
  const asked = await call({});
  const { detail } = (await asked.json()) as { detail: { code: string } };
  const cookie = asked.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const answer = await call({ 'x-tfa-code': detail.code, cookie });
  if (!answer.ok) throw new Error(`sign-in was answered ${answer.status}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Inserts executed payments `from` to `to` of a client directly into the table, because only its size matters here. */
export async function fillHistory(
  databaseUrl: string,
  payer: BenchPayer,
  from: number,
  to: number,
): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const client = await database.pool.connect();
    await client.query('set statement_timeout = 0');
    await client.query(
      `insert into transactions.transaction (id, number, client_id, account_id, direction, scheme, status, version, currency,
         amount_minor, fee_minor, reference, charge_bearer, end_to_end_id, debtor_name, debtor_account, creditor_name,
         creditor_account, account_name, created_at, updated_at)
       select (lpad(to_hex(1700000000000 + n * 1000), 12, '0') || '7000' || '8' || substr(md5(n::text), 1, 15))::uuid,
         transactions.number_of(nextval('transactions.number'), now()), $1, $2, 'DEBIT', 'SEPA', 'EXECUTED', 1, 'EUR', n, 0, 'Invoice ' || n, 'SHA', 'E' || n,
         'Anna Tamm', 'EE1', 'Payee ' || n, 'DE' || n, 'Main', now(), now()
       from generate_series($3::bigint + 1, $4::bigint) as n`,
      [payer.clientId, payer.accounts[0]?.id, from, to],
    );
    await client.query('vacuum analyze transactions.transaction');
    client.release();
  } finally {
    await database.close();
  }
}
