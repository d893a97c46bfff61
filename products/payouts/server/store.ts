/** SQL of payouts. No decisions here. */
import type {
  PayoutField,
  PayoutFile,
  PayoutFinding,
  PayoutMode,
  PayoutRefusal,
  PayoutStatus,
} from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import type { PayoutTotals } from './counts.ts';
import type { DecimalSign } from './files/columns/read-amount.ts';
import type { OriginalMessage } from './files/payout-file.ts';

/** How to read a file, as far as the client has chosen. */
export interface FileOptions {
  readonly columns?: ReadonlyArray<PayoutField | null>;
  readonly headerRow?: boolean;
  readonly encoding?: PayoutFile['encoding'];
  readonly delimiter?: string | null;
  readonly decimalSign?: DecimalSign | null;
  readonly sheet?: string | null;
}

export interface Progress {
  readonly step: 'reading' | 'checking' | 'repairing' | 'paying';
  readonly done: number;
  readonly of: number;
  /** While the file is read: rows checked so far, and those of them with a fault. */
  readonly rows?: number;
  readonly faulty?: number;
  /** While a confirmed payout waits: the day of its next rows. */
  readonly nextOn?: string;
}

export interface StoredPayout {
  readonly id: string;
  readonly clientId: string;
  readonly number: string;
  readonly name: string;
  readonly fileName: string;
  readonly status: PayoutStatus;
  readonly uploadId: string | null;
  readonly sha256: string | null;
  readonly file: PayoutFile | null;
  readonly options: FileOptions;
  readonly refusal: {
    readonly code: PayoutRefusal;
    readonly params: Readonly<Record<string, string>>;
  } | null;
  readonly columns: readonly PayoutField[];
  readonly decimalSign: DecimalSign | null;
  readonly summary: PayoutTotals;
  readonly faults: readonly PayoutFinding[];
  readonly warnings: readonly PayoutFinding[];
  readonly run: number;
  readonly progress: Progress | null;
  readonly createdByName: string;
  readonly version: number;
  /** Increases when remarks or payees of rows have changed though the rows have not. */
  readonly remarksVersion: number;
  /** Whether only people with the right see its rows, their payments and the payees that it saves. */
  readonly confidential: boolean;
  readonly mode: PayoutMode | null;
  /** `YYYY-MM-DD`; null: as soon as it is confirmed. */
  readonly payOn: string | null;
  readonly confirmedBy: string | null;
  readonly confirmedAt: Date | null;
  readonly coolingOffKept: boolean;
  /** The payout whose unpaid rows this one repeats. */
  readonly repeatOf: string | null;
  /** The header of its pain.001, kept when rows are changed. */
  readonly original: OriginalMessage | null;
  /** The client has confirmed that the same file is to be paid again. */
  readonly repeatAllowed: boolean;
  /** Number of unpaid rows announced to the person who confirmed it. */
  readonly toldUnpaid: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const columns = query`
  id, client_id as "clientId", number, name, file_name as "fileName", status, upload_id as "uploadId", sha256, file, options, refusal,
  columns, decimal_sign as "decimalSign", summary, faults, warnings, run, progress, created_by_name as "createdByName", version, remarks_version as "remarksVersion", confidential,
  mode, pay_on::text as "payOn", confirmed_by as "confirmedBy", confirmed_at as "confirmedAt", cooling_off_kept as "coolingOffKept", repeat_of as "repeatOf",
  original, repeat_allowed as "repeatAllowed", told_unpaid as "toldUnpaid",
  created_at as "createdAt", updated_at as "updatedAt"`;

export const openStatuses: readonly PayoutStatus[] = [
  'READING',
  'MAPPING',
  'DRAFT',
  'REPAIRING',
  'WAITING',
  'SCHEDULED',
  'PAYING',
];
export const finishedStatuses: readonly PayoutStatus[] = ['DONE', 'CANCELED', 'UNREADABLE'];

export interface NewPayout {
  readonly id: string;
  readonly clientId: string;
  readonly name: string | undefined;
  readonly fileName: string;
  readonly summary: PayoutTotals;
  readonly confidential: boolean;
  readonly createdBy: string;
  readonly createdByName: string;
  readonly createdAt: Date;
}

/** Writes an empty draft; without a name it is named by its number. */
export async function insertPayout(sql: Sql, payout: NewPayout): Promise<StoredPayout> {
  const { rows } = await query<StoredPayout>`
    with numbered as (
      select 'B-' || ${payout.createdAt.getUTCFullYear()}::text || '-' || lpad(nextval('payouts.number')::text, 7, '0') as number
    )
    insert into payouts.payout (id, client_id, number, name, file_name, status, summary, confidential, created_by, created_by_name,
      created_at, updated_at)
    select ${payout.id}, ${payout.clientId}, number, coalesce(${payout.name ?? null}, number), ${payout.fileName}, 'DRAFT',
      ${JSON.stringify(payout.summary)}::jsonb, ${payout.confidential}, ${payout.createdBy}, ${payout.createdByName}, ${payout.createdAt},
      ${payout.createdAt}
    from numbered returning ${columns}
  `.execute(sql);
  const [written] = rows;
  if (!written) throw new Error('a payout that was just written is gone');
  return written;
}

export interface PayoutKey {
  readonly clientId: string;
  readonly id: string;
}

/** A payout of the client; another client's payout is not found. */
export async function findPayout(sql: Sql, { clientId, id }: PayoutKey): Promise<StoredPayout | undefined> {
  const { rows } = await query<StoredPayout>`
    select ${columns} from payouts.payout where id = ${id} and client_id = ${clientId}
  `.execute(sql);
  return rows[0];
}

/** The same for a job, which has no client. */
export async function findById(sql: Sql, id: string): Promise<StoredPayout | undefined> {
  const { rows } = await query<StoredPayout>`select ${columns} from payouts.payout where id = ${id}`.execute(
    sql,
  );
  return rows[0];
}

/** Reads and locks a payout, which serialises changes of it and its rows. */
export async function lockPayout(sql: Sql, { clientId, id }: PayoutKey): Promise<StoredPayout | undefined> {
  const [, { rows }] = await Promise.all([
    // A check or a repair of a large file holds it for seconds on a busy machine, longer than other locks may be waited for.
    query`set local lock_timeout = '8s'`.execute(sql),
    query<StoredPayout>`
      select ${columns} from payouts.payout where id = ${id} and client_id = ${clientId} for no key update
    `.execute(sql),
  ]);
  return rows[0];
}

/** The same for a job, which has no client. */
export async function lockById(sql: Sql, id: string): Promise<StoredPayout | undefined> {
  const { rows } = await query<StoredPayout>`
    select ${columns} from payouts.payout where id = ${id} for no key update
  `.execute(sql);
  return rows[0];
}

/** Locks the client's payouts against new ones until the transaction ends; returns how many are open. */
export async function countOpen(sql: Sql, clientId: string): Promise<number> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`payouts:${clientId}`}, 0))`.execute(sql);
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from payouts.payout
    where client_id = ${clientId} and status = any(${openStatuses}::text[])
  `.execute(sql);
  return rows[0]?.count ?? 0;
}

export interface ListFilter {
  readonly clientId: string;
  readonly state: 'open' | 'finished';
  readonly before: string | undefined;
  readonly limit: number;
}

/** Payouts of a client, newest first. */
export async function listPage(
  sql: Sql,
  { clientId, state, before, limit }: ListFilter,
): Promise<StoredPayout[]> {
  // Written out, so that the partial indexes serve both lists.
  const statuses = query.raw(
    (state === 'open' ? openStatuses : finishedStatuses).map((status) => `'${status}'`).join(', '),
  );
  const { rows } = await query<StoredPayout>`
    select ${columns} from payouts.payout
    where client_id = ${clientId} and status in (${statuses})
      and ${before === undefined ? query`true` : query`id < ${before}`}
    order by id desc limit ${limit}
  `.execute(sql);
  return rows;
}

/** Fields of a payout that may change. */
export type PayoutChange = Partial<
  Pick<
    StoredPayout,
    | 'name'
    | 'status'
    | 'fileName'
    | 'uploadId'
    | 'sha256'
    | 'file'
    | 'options'
    | 'refusal'
    | 'columns'
    | 'decimalSign'
    | 'summary'
    | 'faults'
    | 'warnings'
    | 'run'
    | 'progress'
    | 'version'
    | 'remarksVersion'
    | 'confidential'
    | 'mode'
    | 'payOn'
    | 'confirmedBy'
    | 'confirmedAt'
    | 'coolingOffKept'
    | 'repeatOf'
    | 'original'
    | 'repeatAllowed'
    | 'toldUnpaid'
  >
>;

const setters: { readonly [Field in keyof Required<PayoutChange>]: (value: never) => RawBuilder<unknown> } = {
  name: (value: string) => query`name = ${value}`,
  status: (value: string) => query`status = ${value}`,
  fileName: (value: string) => query`file_name = ${value}`,
  uploadId: (value: string | null) => query`upload_id = ${value}::uuid`,
  sha256: (value: string | null) => query`sha256 = ${value}`,
  file: (value: unknown) => query`file = ${jsonOrNull(value)}::jsonb`,
  options: (value: unknown) => query`options = ${JSON.stringify(value)}::jsonb`,
  refusal: (value: unknown) => query`refusal = ${jsonOrNull(value)}::jsonb`,
  columns: (value: readonly string[]) => query`columns = ${value}::text[]`,
  decimalSign: (value: string | null) => query`decimal_sign = ${value}`,
  summary: (value: unknown) => query`summary = ${JSON.stringify(value)}::jsonb`,
  faults: (value: unknown) => query`faults = ${JSON.stringify(value)}::jsonb`,
  warnings: (value: unknown) => query`warnings = ${JSON.stringify(value)}::jsonb`,
  run: (value: number) => query`run = ${value}`,
  progress: (value: unknown) => query`progress = ${jsonOrNull(value)}::jsonb`,
  version: (value: number) => query`version = ${value}`,
  remarksVersion: (value: number) => query`remarks_version = ${value}`,
  confidential: (value: boolean) => query`confidential = ${value}`,
  mode: (value: string | null) => query`mode = ${value}`,
  payOn: (value: string | null) => query`pay_on = ${value}::date`,
  confirmedBy: (value: string | null) => query`confirmed_by = ${value}::uuid`,
  confirmedAt: (value: Date | null) => query`confirmed_at = ${value}`,
  coolingOffKept: (value: boolean) => query`cooling_off_kept = ${value}`,
  repeatOf: (value: string | null) => query`repeat_of = ${value}::uuid`,
  original: (value: unknown) => query`original = ${jsonOrNull(value)}::jsonb`,
  repeatAllowed: (value: boolean) => query`repeat_allowed = ${value}`,
  toldUnpaid: (value: number) => query`told_unpaid = ${value}`,
};

const jsonOrNull = (value: unknown) => (value === null ? null : JSON.stringify(value));

/** Changes a locked payout and returns it. */
export async function updatePayout(
  sql: Sql,
  id: string,
  at: Date,
  change: PayoutChange,
): Promise<StoredPayout> {
  const sets = Object.entries(change).map(([field, value]) =>
    setters[field as keyof PayoutChange](value as never),
  );
  const { rows } = await query<StoredPayout>`
    update payouts.payout set updated_at = ${at}, ${query.join(sets)} where id = ${id} returning ${columns}
  `.execute(sql);
  const [written] = rows;
  if (!written) throw new Error('a locked payout is gone');
  return written;
}

/** Records a run's progress and locks the payout; false if another run has begun or the payout is no longer being read. */
export async function holdRun(
  sql: Sql,
  { id, run }: Pick<StoredPayout, 'id' | 'run'>,
  progress: Progress,
): Promise<boolean> {
  const { numAffectedRows } = await query`
    update payouts.payout set progress = ${JSON.stringify(progress)}::jsonb
    where id = ${id} and run = ${run} and status = 'READING'
  `.execute(sql);
  return numAffectedRows === 1n;
}
