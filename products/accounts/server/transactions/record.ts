/**
 * Writing transactions and their steps, inside the caller's database transaction, and announcing them. Lists in, lists out; a list is one
 * statement.
 *
 * Lock order: transaction rows in id order, then (in the ledger) accounts in id order. New rows are not yet visible to anyone else and
 * need no lock.
 */
import { creditorReferencesIn, type PaymentStatus } from '@calmly/domain';
import { addJobs, type NewJob } from '@calmly/platform/jobs/jobs.ts';
import { type Published, publishAll } from '@calmly/platform/notify/push.ts';
import { spread, writeMoment } from '@calmly/platform/postgres/values.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import { executedPath, type Moment, momentReader, splitSteps } from './steps/steps.ts';
import {
  type Initiator,
  ownEndToEndId,
  type Step,
  type Steps,
  type StoredTransaction,
} from './transaction.ts';

/** A transaction to write. The database gives it a number; status and version follow from its steps. */
export type NewTransaction = Omit<
  StoredTransaction,
  'number' | 'status' | 'version' | 'updatedAt' | 'initiatorId'
> & {
  readonly steps: Steps;
  readonly initiator: Initiator | undefined;
};

/** A numbered transaction and the steps taken so far. */
export interface WrittenTransaction {
  readonly transaction: StoredTransaction;
  readonly steps: Steps;
  readonly initiator: Initiator | undefined;
}

/** New steps of a transaction that the caller has locked. */
export interface Progress {
  readonly transaction: Pick<StoredTransaction, 'id' | 'version'> &
    Partial<Pick<StoredTransaction, 'status'>>;
  readonly steps: Steps;
}

const lastOf = (steps: Steps): Step => steps.at(-1) ?? steps[0];

/**
 * Numbers for transactions of these times, in order: `PAY-`, the year (UTC), a serial of at least seven digits. Take them before
 * writing, because answers name them.
 */
export async function takeNumbers(db: Sql, times: readonly Date[]): Promise<string[]> {
  if (times.length === 0) return [];
  const { rows } = await sql<{ serials: string }>`
    select string_agg(nextval('transactions.number')::text, ',') as serials from generate_series(1, ${times.length})
  `.execute(db);
  const serials = rows[0]?.serials.split(',') ?? [];
  return times.map((at, index) => `PAY-${at.getUTCFullYear()}-${serials[index]?.padStart(7, '0')}`);
}

/** New transactions with their numbers, in the state after their steps. Copied as a whole: `...rest` without some fields takes twenty times as long. */
export function numbered(
  transactions: readonly NewTransaction[],
  numbers: ReadonlyArray<string | undefined>,
): WrittenTransaction[] {
  return transactions.map((transaction, index) => {
    const { steps, initiator } = transaction;
    const number = numbers[index];
    if (number === undefined) throw new Error('every transaction has a number');
    const { status, at: updatedAt } = lastOf(steps);
    return {
      transaction: {
        ...transaction,
        number,
        status,
        version: steps.length,
        updatedAt,
        initiatorId: initiator?.personId ?? null,
      },
      steps,
      initiator,
    };
  });
}

/** The columns of a transaction, their types, and the values written to them. */
const writtenColumns: ReadonlyArray<
  readonly [
    name: string,
    type: string,
    written: (transaction: StoredTransaction, initiator: Initiator | undefined) => string | number | null,
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
  ['end_to_end_id', 'text', ({ id, endToEndId }) => (endToEndId === ownEndToEndId(id) ? null : endToEndId)],
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
  ['rail_reference', 'text', ({ railReference }) => railReference],
  ['expected_on', 'date', ({ expectedOn }) => expectedOn],
  ['converted_currency', 'text', ({ converted }) => converted?.currency ?? null],
  ['converted_minor', 'numeric', ({ converted }) => converted?.amountMinor.toString() ?? null],
  ['conversion_rate', 'text', ({ converted }) => converted?.rate ?? null],
  ['payout_id', 'uuid', ({ payoutId }) => payoutId ?? null],
  ['held_by', 'uuid', ({ heldBy }) => heldBy ?? null],
  ['created_at', 'timestamptz', ({ createdAt }) => writeMoment(createdAt)],
  ['updated_at', 'timestamptz', ({ updatedAt }) => writeMoment(updatedAt)],
  ['initiator_id', 'uuid', (_transaction, initiator) => initiator?.personId ?? null],
  ['initiator_ip', 'text', (_transaction, initiator) => initiator?.ip ?? null],
  ['initiator_agent', 'text', (_transaction, initiator) => initiator?.userAgent ?? null],
];
/** Written only where a row is not for everyone, so that a plain list costs nothing more. */
const audienceColumn: (typeof writtenColumns)[number] = [
  'audience',
  'text',
  ({ audience }) => audience ?? 'ALL',
];
/** The same, of credits that count from an earlier day. */
const valueColumn: (typeof writtenColumns)[number] = ['value_on', 'date', ({ valueOn }) => valueOn ?? null];
const plainColumns = (written: readonly WrittenTransaction[]) => [
  ...writtenColumns,
  ...(written.some(({ transaction: { audience = 'ALL' } }) => audience !== 'ALL') ? [audienceColumn] : []),
  ...(written.some(({ transaction: { valueOn } }) => valueOn) ? [valueColumn] : []),
];

const listed = (type: string, values: ReadonlyArray<string | number | null>) =>
  sql`unnest(${spread(type, values)})`;

/** The text that is folded for the search; null for plain ASCII, which is searched as it is. */
function searchedIn({ debtorName, creditorName, reference, number }: StoredTransaction): string | null {
  const texts = [debtorName, creditorName, reference];
  return texts.every((text) => /^[\0-\x7f]*$/.test(text)) ? null : [...texts, number].join('\n');
}

/**
 * Writes transactions with their first steps in one statement, and the jobs for the references that they quote.
 * The arrays are unnested side by side in the select list; in FROM each would first become a table.
 */
export async function recordTransactions(db: Sql, written: readonly WrittenTransaction[]): Promise<void> {
  if (written.length === 0) return;
  const columns = plainColumns(written);
  const names = sql.raw(columns.map(([name]) => name).join(', '));
  const arrays = columns.map(([, type, valueIn]) =>
    listed(
      type,
      written.map(({ transaction, initiator }) => valueIn(transaction, initiator)),
    ),
  );
  const searched = listed(
    'text',
    written.map(({ transaction }) => searchedIn(transaction)),
  );
  const momentsIn = momentReader();
  const told = written.map(({ transaction, steps }) => splitSteps(transaction, momentsIn(steps)));
  const rows = told.flatMap(({ others }, place) =>
    others.map((moment) => ({
      id: written[place]?.transaction.id ?? '',
      version: moment.stepsTo,
      moment,
    })),
  );
  const firsts = [
    listed(
      'smallint',
      told.map(({ firstPath }) => firstPath),
    ),
    listed(
      'text',
      told.map(({ firstActor }) => firstActor),
    ),
  ];
  const insert = sql`
    ${rows.length > 0 ? sql`with progress as (${insertProgress(rows)})` : sql``}
    insert into transactions.transaction (${names}, search, first_path, first_actor)
    select ${sql.join(arrays)}, platform.search_text(${searched}), ${sql.join(firsts)}
  `.execute(db);
  await Promise.all([insert, addJobs(db, quotedJobs(written))]);
}

/** A payment that ended without its money. */
export const failedStatuses: readonly PaymentStatus[] = ['REJECTED', 'CANCELED', 'AML_REJECTED'];

/**
 * Appends steps to locked transactions: the row takes the status of the last step, and the version counts every step. What fails no longer
 * counts in the line that stands for its confidential payout. That a payment was executed needs no row of its own (`executed_by_row`), until
 * a further step follows.
 */
export async function appendSteps(db: Sql, progress: readonly Progress[]): Promise<void> {
  if (progress.length === 0) return;
  const failing = progress.filter(({ steps }) => failedStatuses.includes(lastOf(steps).status));
  const executed = progress.filter(({ transaction: { status = 'EXECUTED' } }) => status === 'EXECUTED');
  const momentsIn = momentReader();
  const rows = progress.flatMap(({ transaction: { id, version }, steps }) =>
    momentsIn(steps).map((moment) => ({
      id,
      version: version + moment.stepsTo,
      moment,
      isEnd: moment.path === executedPath && moment.stepsTo === steps.length,
    })),
  );
  const [ends, others] = [rows.filter(({ isEnd }) => isEnd), rows.filter(({ isEnd }) => !isEnd)];
  const parts = [
    ...(others.length > 0 ? [sql`progress as (${insertProgress(others)})`] : []),
    ...(ends.length > 0 ? [sql`ended as (${insertProgress(ends, isNotTold)})`] : []),
    ...(executed.length > 0 ? [sql`told as (${writeOut(executed)})`] : []),
    ...(failing.length > 0 ? [subtractFailing(failing)] : []),
  ];
  await sql`
    with ${sql.join(parts)}
    update transactions.transaction
    set status = step.status, version = step.version, updated_at = step.at
    from (
      select
        ${listed(
          'uuid',
          progress.map(({ transaction }) => transaction.id),
        )} as id,
        ${listed(
          'text',
          progress.map(({ steps }) => lastOf(steps).status),
        )} as status,
        ${listed(
          'integer',
          progress.map(({ transaction, steps }) => transaction.version + steps.length),
        )} as version,
        ${listed(
          'timestamptz',
          progress.map(({ steps }) => writeMoment(lastOf(steps).at)),
        )} as at
    ) as step
    where transaction.id = step.id
  `.execute(db);
}

/** The lines of these payments as further parts of a statement; most payments have none. */
const subtractFailing = (failing: readonly Progress[]) => sql`failing as (
      select payout_id, account_id, sum(amount_minor - case when charge_bearer = 'BEN' then fee_minor else 0 end) as amount,
        sum(fee_minor) as fee
      from transactions.transaction
      where id = any(${failing.map(({ transaction }) => transaction.id)}::uuid[]) and audience = 'CONFIDENTIAL'
        and direction = 'DEBIT' and status <> all(${failedStatuses}::text[])
      group by 1, 2
    ), masks as (
      update transactions.transaction as mask set amount_minor = greatest(amount_minor - failing.amount, 0),
        fee_minor = greatest(fee_minor - failing.fee, 0)
      from failing
      where mask.payout_id = failing.payout_id and mask.account_id = failing.account_id and mask.audience = 'MASK'
    )`;

/** The last step of those that were executed and whose row alone tells it: another is about to follow. */
const writeOut = (executed: readonly Progress[]) => sql`
      insert into transactions.progress (transaction_id, version, at, path)
      select transaction_id, version, at, ${sql.lit(executedPath)} from transactions.executed_by_row
      where transaction_id = any(${executed.map(({ transaction }) => transaction.id)}::uuid[])`;

/** Of a step EXECUTED: its transaction did more before than wait for another bank after its first steps. */
const isNotTold = sql`
      where not exists (
        select from transactions.transaction as payment join transactions.path as first on first.id = payment.first_path
        where payment.id = step.id and payment.version = cardinality(first.statuses) and step.version = payment.version + 1
          and first.statuses[cardinality(first.statuses)] = 'PENDING_FINANCE_INSTITUTION'
      )`;

interface ProgressRow {
  readonly id: string;
  readonly version: number;
  readonly moment: Moment;
}

/** Inner arrays are sent as text because `unnest` flattens them. */
function insertProgress(rows: readonly ProgressRow[], condition = sql``) {
  const column = (type: string, of: (row: ProgressRow) => string | number | null) =>
    listed(type, rows.map(of));
  return sql`
    insert into transactions.progress (transaction_id, version, at, actor, path, statuses, reasons)
    select id, version, at, actor, path, statuses, reasons from (
      select
        ${column('uuid', ({ id }) => id)} as id,
        ${column('integer', ({ version }) => version)} as version,
        ${column('timestamptz', ({ moment }) => moment.at)} as at,
        ${column('text', ({ moment }) => moment.actor)} as actor,
        ${column('smallint', ({ moment }) => moment.path)} as path,
        ${column('text', ({ moment }) => moment.statuses)}::text[] as statuses,
        ${column('text', ({ moment }) => moment.reasons)}::text[] as reasons
    ) as step ${condition}
  `;
}

/** Sets how locked transactions travel and when they should arrive. */
export async function reroute(
  db: Sql,
  transactions: ReadonlyArray<Pick<StoredTransaction, 'id' | 'scheme' | 'expectedOn'>>,
): Promise<void> {
  await sql`
    update transactions.transaction set scheme = route.scheme, expected_on = route.day
    from (
      select
        unnest(${transactions.map(({ id }) => id)}::uuid[]) as id,
        unnest(${transactions.map(({ scheme }) => scheme)}::text[]) as scheme,
        unnest(${transactions.map(({ expectedOn }) => expectedOn)}::date[]) as day
    ) as route
    where transaction.id = route.id
  `.execute(db);
}

/** Sent after the commit. One hint for each client; the ids say nothing of what changed. */
export async function announce(
  db: Sql,
  transactions: ReadonlyArray<Pick<StoredTransaction, 'id' | 'clientId'>>,
  balances: 'moved' | 'unmoved' = 'moved',
): Promise<void> {
  const byClient = Map.groupBy(transactions, ({ clientId }) => clientId);
  const messages = [...byClient].flatMap(([clientId, changed]): Published[] => [
    { clientId, event: { topic: 'payments', ids: changed.map(({ id }) => id) } },
    ...(balances === 'moved' ? [{ clientId, event: { topic: 'accounts' } } as const] : []),
  ]);
  await publishAll(db, messages);
}

/*
 * Credits that quote a creditor reference: a job hands each to the module of requests, added in the same database transaction. A return
 * quotes what the client wrote and pays no request. Pure.
 */

/** Its payload is the transaction's id. */
export const quotedTask = 'requests_match';

/** The jobs for these transactions; most need none. */
export const quotedJobs = (
  written: ReadonlyArray<{ readonly transaction: StoredTransaction; readonly steps: Steps }>,
): NewJob[] =>
  written
    .filter(
      ({ transaction: { direction, reference }, steps: [{ reason }] }) =>
        direction === 'CREDIT' && reason !== 'returned' && creditorReferencesIn(reference).length > 0,
    )
    .map(({ transaction: { id } }) => ({ task: quotedTask, payload: id }));
