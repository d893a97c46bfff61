/** What a client has paid before to a payee, and under which names to an account. A bounded look back; SQL only. */
import { sql as query } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import type { Earlier, Subject } from './warnings.ts';

/** So many of the last payments to a payee are looked at, and so many of the client's last orders for an account. */
const ofPayee = 50;
const ofClient = 300;

interface Row extends Omit<Earlier, 'amountMinor'> {
  readonly amountMinor: string;
  readonly toPayee: boolean;
}

export async function findEarlier(
  db: Sql,
  { clientId, paymentId, beneficiaryId, creditorAccount }: Subject,
): Promise<{ readonly before: Earlier[]; readonly namesOfAccount: string[] }> {
  const alive = query`direction = 'DEBIT' and status not in ('REJECTED', 'AML_REJECTED', 'CANCELED')
    and id is distinct from ${paymentId ?? null}::uuid`;
  const columns = query`id, number, status = 'EXECUTED' as executed, currency, amount_minor as "amountMinor", reference,
    creditor_name as "creditorName", created_at as "createdAt"`;
  const { rows } = await query<Row>`
    (select ${columns}, true as "toPayee" from payments.payment
      where beneficiary_id = ${beneficiaryId}::uuid and client_id = ${clientId} and ${alive}
      order by id desc limit ${ofPayee})
    union all
    (select ${columns}, false from (
        select * from payments.payment where client_id = ${clientId} order by id desc limit ${ofClient}
      ) as recent
      where creditor_account = ${creditorAccount} and ${alive})
  `.execute(db);
  const earlier = rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
  const toAccount = earlier.filter(({ toPayee }) => !toPayee);
  return {
    before: beneficiaryId === null ? toAccount : earlier.filter(({ toPayee }) => toPayee),
    namesOfAccount: [...new Set(toAccount.map(({ creditorName }) => creditorName))],
  };
}
