/**
 * A client's earlier payments to a payee or account, newest first. Looks back a bounded number of rows; those of confidential payouts never
 * count, because what is found is shown to everyone who approves. SQL only.
 */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

/** How many of the last payments to the payee, and of the client's last orders, it looks at. */
const ofPayee = 50;
const ofClient = 300;

/** An earlier payment that is not known to have failed. */
export interface Earlier {
  readonly id: string;
  readonly number: string;
  readonly executed: boolean;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly reference: string;
  readonly creditorName: string;
  readonly createdAt: Date;
}

/** Whose payments to compare with. */
export interface EarlierQuery {
  readonly clientId: string;
  /** Left out of the answer. */
  readonly exceptId?: string | undefined;
  readonly beneficiaryId: string | null;
  readonly creditorAccount: string;
}

interface Row extends Omit<Earlier, 'amountMinor'> {
  readonly amountMinor: string;
  readonly toPayee: boolean;
}

/**
 * With a payee, `before` has the payments to it, else those to the account. `namesOfAccount` looks only at
 * the client's last 300 rows.
 */
export async function findEarlier(
  db: Sql,
  { clientId, exceptId, beneficiaryId, creditorAccount }: EarlierQuery,
): Promise<{ readonly before: Earlier[]; readonly namesOfAccount: string[] }> {
  const alive = query`direction = 'DEBIT' and audience = 'ALL' and status not in ('REJECTED', 'AML_REJECTED', 'CANCELED')
    and id is distinct from ${exceptId ?? null}::uuid`;
  const columns = query`id, number, status = 'EXECUTED' as executed, currency, amount_minor as "amountMinor", reference,
    creditor_name as "creditorName", created_at as "createdAt"`;
  const { rows } = await query<Row>`
    (select ${columns}, true as "toPayee" from transactions.transaction
      where beneficiary_id = ${beneficiaryId}::uuid and client_id = ${clientId} and ${alive}
      order by id desc limit ${ofPayee})
    union all
    (select ${columns}, false from (
        select * from transactions.transaction where client_id = ${clientId} and audience = 'ALL' order by id desc limit ${ofClient}
      ) as recent
      where creditor_account = ${creditorAccount} and ${alive} order by id desc)
  `.execute(db);
  const earlier = rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
  const toAccount = earlier.filter(({ toPayee }) => !toPayee);
  return {
    before: beneficiaryId === null ? toAccount : earlier.filter(({ toPayee }) => toPayee),
    namesOfAccount: [...new Set(toAccount.map(({ creditorName }) => creditorName))],
  };
}
