/**
 * Payments and their steps in the database. Everything takes and gives lists; amounts are `bigint` minor units.
 *
 * Lock order: payment rows in id order, then (in the ledger) accounts in id order. Rows that were just inserted are
 * known to nobody else and need no lock.
 */
import type { CurrencyCode } from '@calmly/domain';
import { sql } from 'kysely';
import { addJobs } from '../../platform/jobs.ts';
import type { Sql } from '../../platform/work.ts';
import { type Instruction, insertInstructions, plainInstruction } from './instruction-store.ts';
import { quotedJobs } from './quoted-references.ts';
import type { Step, StoredPayment } from './view.ts';

/** A payment to be written: its number is given by the database, status and version follow from its steps. */
export type NewPayment = Omit<
  StoredPayment,
  'number' | 'status' | 'version' | 'updatedAt' | 'initiatorId'
> & {
  readonly steps: Steps;
  readonly initiator: Initiator | undefined;
  /** What was said beyond the plain order. */
  readonly instruction?: Instruction;
};

/** The person who ordered a payment, and from where; of what the bank does by itself nobody. */
export interface Initiator {
  readonly personId: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** A payment that is decided and numbered, with the steps that brought it there. */
export interface WrittenPayment {
  readonly payment: StoredPayment;
  readonly steps: Steps;
  readonly initiator: Initiator | undefined;
  readonly instruction: Instruction;
}

export type Steps = readonly [Step, ...Step[]];

/** New steps of a payment that the caller has locked. */
export interface Progress {
  readonly payment: Pick<StoredPayment, 'id' | 'version'>;
  readonly steps: Steps;
}

export type PaymentRow = Omit<StoredPayment, 'amountMinor' | 'feeMinor' | 'converted'> & {
  readonly amountMinor: string;
  readonly feeMinor: string;
  readonly convertedCurrency: CurrencyCode | null;
  readonly convertedMinor: string;
  readonly conversionRate: string;
};

/** The columns of a payment under our names. */
export const paymentColumns = sql`
  id, number, client_id as "clientId", account_id as "accountId", direction, scheme, status, version, currency,
  amount_minor as "amountMinor", fee_minor as "feeMinor", reference, charge_bearer as "chargeBearer",
  end_to_end_id as "endToEndId", beneficiary_id as "beneficiaryId", initiator_id as "initiatorId", debtor_name as "debtorName",
  debtor_account as "debtorAccount", creditor_name as "creditorName", creditor_account as "creditorAccount",
  creditor_agent_bic as "creditorAgentBic", creditor_agent_name as "creditorAgentName",
  counterparty_country as "counterpartyCountry", account_name as "accountName",
  creditor_account_id as "creditorAccountId", idempotency_key as "idempotencyKey", rail_reference as "railReference",
  expected_on::text as "expectedOn", converted_currency as "convertedCurrency", converted_minor as "convertedMinor",
  conversion_rate as "conversionRate", created_at as "createdAt", updated_at as "updatedAt"
`;

export function toStoredPayment(row: PaymentRow): StoredPayment {
  const { convertedCurrency: currency, convertedMinor, conversionRate: rate, ...payment } = row;
  const converted = currency && { currency, amountMinor: BigInt(convertedMinor), rate };
  return { ...payment, amountMinor: BigInt(row.amountMinor), feeMinor: BigInt(row.feeMinor), converted };
}

const lastOf = (steps: Steps): Step => steps.at(-1) ?? steps[0];

/**
 * Numbers for payments of these times, in order: `PAY-`, the year (UTC), a serial of at least seven digits. Taken before the payments
 * are written: their answers name them.
 */
export async function takeNumbers(db: Sql, times: readonly Date[]): Promise<string[]> {
  if (times.length === 0) return [];
  const { rows } = await sql<{ serials: string }>`
    select string_agg(nextval('payments.payment_number')::text, ',') as serials from generate_series(1, ${times.length})
  `.execute(db);
  const serials = rows[0]?.serials.split(',') ?? [];
  return times.map((at, index) => `PAY-${at.getUTCFullYear()}-${serials[index]?.padStart(7, '0')}`);
}

/** New payments with their numbers: as they stand after their steps. */
export function numbered(
  payments: readonly NewPayment[],
  numbers: ReadonlyArray<string | undefined>,
): WrittenPayment[] {
  return payments.map(({ steps, initiator, instruction = plainInstruction, ...payment }, index) => {
    const number = numbers[index];
    if (number === undefined) throw new Error('every payment has a number');
    const { status, at: updatedAt } = lastOf(steps);
    return {
      payment: {
        ...payment,
        number,
        status,
        version: steps.length,
        updatedAt,
        initiatorId: initiator?.personId ?? null,
      },
      steps,
      initiator,
      instruction,
    };
  });
}

/** The columns of a payment, their types, and what is written to them. */
const writtenColumns: ReadonlyArray<
  readonly [
    name: string,
    type: string,
    written: (payment: StoredPayment, initiator: Initiator | undefined) => string | number | null,
  ]
> = [
  ['id', 'uuid', ({ id }) => id],
  ['number', 'text', ({ number }) => number],
  ['client_id', 'uuid', ({ clientId }) => clientId],
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['direction', 'text', ({ direction }) => direction],
  ['scheme', 'text', ({ scheme }) => scheme],
  ['status', 'text', ({ status }) => status],
  ['version', 'integer', ({ version }) => version],
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
  ['converted_currency', 'text', ({ converted }) => converted?.currency ?? null],
  ['converted_minor', 'numeric', ({ converted }) => converted?.amountMinor.toString() ?? null],
  ['conversion_rate', 'text', ({ converted }) => converted?.rate ?? null],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt.toISOString()],
  ['updated_at', 'timestamptz', ({ updatedAt }) => updatedAt.toISOString()],
  ['initiator_id', 'uuid', (_payment, initiator) => initiator?.personId ?? null],
  ['initiator_ip', 'text', (_payment, initiator) => initiator?.ip ?? null],
  ['initiator_agent', 'text', (_payment, initiator) => initiator?.userAgent ?? null],
];
const writtenNames = sql.raw(writtenColumns.map(([name]) => name).join(', '));

/**
 * Writes payments with their first steps in one statement; who waits for what their references quote is told.
 * The lists are taken apart side by side in its columns: in FROM each would
 * become a table of its own first.
 */
export async function insertPayments(db: Sql, written: readonly WrittenPayment[]): Promise<void> {
  if (written.length === 0) return;
  const arrays = writtenColumns.map(
    ([, type, valueIn]) =>
      sql`unnest(${written.map(({ payment, initiator }) => valueIn(payment, initiator))}::${sql.raw(type)}[])`,
  );
  const said = insertInstructions(written.map(({ payment: { id }, instruction }) => ({ id, instruction })));
  const insert = sql`
    with progress as (${insertProgress(written.map(({ payment, steps }) => ({ payment: { id: payment.id, version: 0 }, steps })))})${said ? sql`, said as (${said})` : sql``}
    insert into payments.payment (${writtenNames}) select ${sql.join(arrays)}
  `.execute(db);
  await Promise.all([insert, addJobs(db, quotedJobs(written))]);
}

/** Appends steps to locked payments: the row takes the last one's status, the version counts each. */
export async function appendSteps(db: Sql, progress: readonly Progress[]): Promise<void> {
  if (progress.length === 0) return;
  await sql`
    with progress as (${insertProgress(progress)})
    update payments.payment
    set status = step.status, version = step.version, updated_at = step.at
    from (
      select
        unnest(${progress.map(({ payment }) => payment.id)}::uuid[]) as id,
        unnest(${progress.map(({ steps }) => lastOf(steps).status)}::text[]) as status,
        unnest(${progress.map(({ payment, steps }) => payment.version + steps.length)}::integer[]) as version,
        unnest(${progress.map(({ steps }) => lastOf(steps).at.toISOString())}::timestamptz[]) as at
    ) as step
    where payment.id = step.id
  `.execute(db);
}

/** One row for the steps of a payment that have one time and one actor; arrays of arrays travel as texts, for `unnest` flattens them. */
function insertProgress(progress: readonly Progress[]) {
  const rows = progress.flatMap(({ payment, steps }) => {
    let { version } = payment;
    return momentsOf(steps).map((moment) => {
      version += moment.length;
      return { id: payment.id, version, moment, first: moment[0] };
    });
  });
  return sql`
    insert into payments.payment_progress (payment_id, version, at, actor, statuses, reasons)
    select
      unnest(${rows.map(({ id }) => id)}::uuid[]),
      unnest(${rows.map(({ version }) => version)}::integer[]),
      unnest(${rows.map(({ first }) => first.at.toISOString())}::timestamptz[]),
      unnest(${rows.map(({ first }) => first.actor)}::text[]),
      unnest(${rows.map(({ moment }) => `{${moment.map(({ status }) => status)}}`)}::text[])::text[],
      unnest(${rows.map(({ moment }) => `{${moment.map(({ reason }) => reason ?? 'null')}}`)}::text[])::text[]
  `;
}

/** The steps in runs of one time and one actor. */
function momentsOf([first, ...rest]: Steps): Array<[Step, ...Step[]]> {
  let moment: [Step, ...Step[]] = [first];
  const moments = [moment];
  for (const step of rest) {
    const [{ at, actor }] = moment;
    if (step.at.getTime() === at.getTime() && step.actor === actor) moment.push(step);
    else {
      moment = [step];
      moments.push(moment);
    }
  }
  return moments;
}

/** Locked instant payments go on as ordinary ones and arrive another day. */
export async function travelAsSepa(
  db: Sql,
  payments: ReadonlyArray<Pick<StoredPayment, 'id' | 'expectedOn'>>,
): Promise<void> {
  await sql`
    update payments.payment set scheme = 'SEPA', expected_on = later.day
    from (
      select
        unnest(${payments.map(({ id }) => id)}::uuid[]) as id,
        unnest(${payments.map(({ expectedOn }) => expectedOn)}::date[]) as day
    ) as later
    where payment.id = later.id
  `.execute(db);
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

/** A credit that was executed, whoever's. */
export async function findExecutedCredit(db: Sql, id: string): Promise<StoredPayment | undefined> {
  const { rows } = await sql<PaymentRow>`
    select ${paymentColumns} from payments.payment where id = ${id} and direction = 'CREDIT' and status = 'EXECUTED'
  `.execute(db);
  return rows[0] && toStoredPayment(rows[0]);
}

/** The steps of a payment in their order. */
export async function listSteps(db: Sql, paymentId: string): Promise<Step[]> {
  const { rows } = await sql<Step>`
    select step.status, at, actor, step.reason
    from payments.payment_progress
    cross join unnest(statuses, reasons) with ordinality as step (status, reason, place)
    where payment_id = ${paymentId} order by version, place
  `.execute(db);
  return rows;
}
