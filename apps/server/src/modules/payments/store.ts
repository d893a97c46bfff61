/**
 * Payments and their steps in the database. Everything takes and gives lists; amounts are `bigint` minor units.
 *
 * Lock order: payment rows in id order, then (in the ledger) accounts in id order. Rows that were just inserted are
 * known to nobody else and need no lock.
 */
import { sql } from 'kysely';
import type { Sql } from '../../platform/work.ts';
import type { Step, StoredPayment } from './view.ts';

/** A payment to be written: its number is given by the database, status and version follow from its steps. */
export type NewPayment = Omit<StoredPayment, 'number' | 'status' | 'version' | 'updatedAt'> & {
  readonly steps: readonly [Step, ...Step[]];
};

/** New steps of a payment that the caller has locked. */
export interface Progress {
  readonly payment: Pick<StoredPayment, 'id' | 'version'>;
  readonly steps: readonly [Step, ...Step[]];
}

export type PaymentRow = Omit<StoredPayment, 'amountMinor' | 'feeMinor'> & {
  readonly amountMinor: string;
  readonly feeMinor: string;
};

/** The columns of a payment under our names. */
export const paymentColumns = sql`
  id, number, client_id as "clientId", account_id as "accountId", direction, scheme, status, version, currency,
  amount_minor as "amountMinor", fee_minor as "feeMinor", reference, charge_bearer as "chargeBearer",
  end_to_end_id as "endToEndId", beneficiary_id as "beneficiaryId", debtor_name as "debtorName",
  debtor_account as "debtorAccount", creditor_name as "creditorName", creditor_account as "creditorAccount",
  creditor_agent_bic as "creditorAgentBic", creditor_agent_name as "creditorAgentName",
  counterparty_country as "counterpartyCountry", account_name as "accountName",
  creditor_account_id as "creditorAccountId", idempotency_key as "idempotencyKey", rail_reference as "railReference",
  expected_on::text as "expectedOn", created_at as "createdAt", updated_at as "updatedAt"
`;

export function toStoredPayment(row: PaymentRow): StoredPayment {
  return { ...row, amountMinor: BigInt(row.amountMinor), feeMinor: BigInt(row.feeMinor) };
}

const lastOf = (steps: readonly [Step, ...Step[]]): Step => steps.at(-1) ?? steps[0];

/** The columns that are written with a payment, their types, and what is written to them. */
const insertedColumns: ReadonlyArray<
  readonly [name: string, type: string, written: (payment: NewPayment) => string | number | null]
> = [
  ['id', 'uuid', ({ id }) => id],
  ['client_id', 'uuid', ({ clientId }) => clientId],
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['direction', 'text', ({ direction }) => direction],
  ['scheme', 'text', ({ scheme }) => scheme],
  ['status', 'text', ({ steps }) => lastOf(steps).status],
  ['version', 'integer', ({ steps }) => steps.length],
  ['currency', 'text', ({ currency }) => currency],
  ['amount_minor', 'numeric', ({ amountMinor }) => amountMinor.toString()],
  ['fee_minor', 'numeric', ({ feeMinor }) => feeMinor.toString()],
  ['reference', 'text', ({ reference }) => reference],
  ['charge_bearer', 'text', ({ chargeBearer }) => chargeBearer],
  ['end_to_end_id', 'text', ({ endToEndId }) => endToEndId],
  ['beneficiary_id', 'uuid', ({ beneficiaryId }) => beneficiaryId],
  ['debtor_name', 'text', ({ debtorName }) => debtorName],
  ['debtor_account', 'text', ({ debtorAccount }) => debtorAccount],
  ['creditor_name', 'text', ({ creditorName }) => creditorName],
  ['creditor_account', 'text', ({ creditorAccount }) => creditorAccount],
  ['creditor_agent_bic', 'text', ({ creditorAgentBic }) => creditorAgentBic],
  ['creditor_agent_name', 'text', ({ creditorAgentName }) => creditorAgentName],
  ['counterparty_country', 'text', ({ counterpartyCountry }) => counterpartyCountry],
  ['account_name', 'text', ({ accountName }) => accountName],
  ['creditor_account_id', 'uuid', ({ creditorAccountId }) => creditorAccountId],
  ['idempotency_key', 'text', ({ idempotencyKey }) => idempotencyKey],
  ['rail_reference', 'text', ({ railReference }) => railReference],
  ['expected_on', 'date', ({ expectedOn }) => expectedOn],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt.toISOString()],
  ['updated_at', 'timestamptz', ({ steps }) => lastOf(steps).at.toISOString()],
];
const insertedNames = sql.raw(insertedColumns.map(([name]) => name).join(', '));

/** Writes payments with their first steps in one statement; answers them with their numbers, in order. */
export async function insertPayments(db: Sql, payments: readonly NewPayment[]): Promise<StoredPayment[]> {
  if (payments.length === 0) return [];
  const arrays = insertedColumns.map(
    ([, type, written]) => sql`${payments.map(written)}::${sql.raw(type)}[]`,
  );
  const { rows } = await sql<{ id: string; number: string }>`
    with stepped as (${insertSteps(payments.map(({ id, steps }) => ({ payment: { id, version: 0 }, steps })))})
    insert into payments.payment (number, ${insertedNames})
    select payments.number_of(serial, created_at), ${insertedNames}
    from (
      select nextval('payments.payment_number') as serial, ${insertedNames}
      from unnest(${sql.join(arrays)}) as payment (${insertedNames})
    ) as numbered
    returning id, number
  `.execute(db);
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return payments.map(({ steps, ...payment }) => ({
    ...payment,
    number: numbers.get(payment.id) ?? '',
    status: lastOf(steps).status,
    version: steps.length,
    updatedAt: lastOf(steps).at,
  }));
}

/** Appends steps to locked payments: the row takes the last one's status, the version counts each. */
export async function appendSteps(db: Sql, progress: readonly Progress[]): Promise<void> {
  if (progress.length === 0) return;
  await sql`
    with stepped as (${insertSteps(progress)})
    update payments.payment
    set status = step.status, version = step.version, updated_at = step.at
    from unnest(
      ${progress.map(({ payment }) => payment.id)}::uuid[],
      ${progress.map(({ steps }) => lastOf(steps).status)}::text[],
      ${progress.map(({ payment, steps }) => payment.version + steps.length)}::integer[],
      ${progress.map(({ steps }) => lastOf(steps).at.toISOString())}::timestamptz[]
    ) as step (id, status, version, at)
    where payment.id = step.id
  `.execute(db);
}

function insertSteps(progress: readonly Progress[]) {
  const rows = progress.flatMap(({ payment, steps }) =>
    steps.map((step, index) => ({ id: payment.id, seq: payment.version + index + 1, ...step })),
  );
  return sql`
    insert into payments.payment_event (payment_id, seq, status, at, actor, reason)
    select * from unnest(
      ${rows.map(({ id }) => id)}::uuid[],
      ${rows.map(({ seq }) => seq)}::integer[],
      ${rows.map(({ status }) => status)}::text[],
      ${rows.map(({ at }) => at.toISOString())}::timestamptz[],
      ${rows.map(({ actor }) => actor)}::text[],
      ${rows.map(({ reason }) => reason)}::text[]
    )
  `;
}

/** Locks payments in id order, so that one step at a time is decided on what is true; those that do not exist are missing. */
export async function lockPayments(db: Sql, ids: readonly string[]): Promise<Map<string, StoredPayment>> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments.payment where id = any(${ids}::uuid[]) order by id for no key update
  `.execute(db);
  return new Map(rows.map((row) => [row.id, toStoredPayment(row)]));
}

/** A payment of a client; another client's does not exist. */
export async function findPayment(db: Sql, clientId: string, id: string): Promise<StoredPayment | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments.payment where id = ${id} and client_id = ${clientId}
  `.execute(db);
  return rows[0] && toStoredPayment(rows[0]);
}

/** The steps of a payment in their order. */
export async function listSteps(db: Sql, paymentId: string): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select status, at, actor, reason from payments.payment_event where payment_id = ${paymentId} order by seq
  `.execute(db);
  return rows;
}

/** Which of the rail's references are booked already. */
export async function knownRailReferences(db: Sql, references: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select rail_reference as reference from payments.payment where rail_reference = any(${references}::text[])
  `.execute(db);
  return new Set(rows.map(({ reference }) => reference));
}

/** Payments ordered by each client since an id was made; counted up to `atMost`, so that the cost has a bound; none when that is 0. */
export async function countOrders(
  db: Sql,
  query: { readonly clientIds: readonly string[]; readonly sinceId: string; readonly atMost: number },
): Promise<Map<string, number>> {
  if (query.atMost === 0) return new Map();
  const { rows } = await sql<{ clientId: string; count: number }>`
    select client.id as "clientId", recent.count
    from unnest(${query.clientIds}::uuid[]) as client (id)
    cross join lateral (
      select count(*)::integer as count from (
        select from payments.payment
        where client_id = client.id and id >= ${query.sinceId} and direction = 'DEBIT'
        limit ${query.atMost}
      ) as counted
    ) as recent
  `.execute(db);
  return new Map(rows.map(({ clientId, count }) => [clientId, count]));
}
