/** SQL of official statements. No decisions here. */
import type { restatementCauses } from '@calmly/contract';
import type { CurrencyCode } from '@calmly/domain';
import type { Locale, Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { Month } from './month.ts';

/** The ledger's figures of a period. */
export interface Figures {
  readonly first: bigint;
  readonly last: bigint;
  readonly openingMinor: bigint;
  readonly inMinor: bigint;
  readonly outMinor: bigint;
  readonly closingMinor: bigint;
}

export interface IssuedFile {
  readonly fileId: string;
  readonly codeHash: Buffer;
  readonly sha256: Buffer;
}

export interface Official extends Figures, Month {
  readonly id: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly year: number;
  readonly serial: number;
  readonly version: number;
  readonly currency: CurrencyCode;
  readonly locale: Locale;
  readonly file: IssuedFile;
  /** For people without the right to confidential payouts; undefined if the period has none. */
  readonly masked: IssuedFile | undefined;
  readonly madeAt: Date;
  readonly cause: (typeof restatementCauses)[number] | null;
  readonly reason: string | null;
  readonly replacedAt: Date | null;
  readonly watched: boolean;
}

interface Row {
  id: string;
  client_id: string;
  account_id: string;
  month: string;
  begins: Date;
  ends: Date;
  time_zone: string;
  year: number;
  serial: number;
  version: number;
  currency: CurrencyCode;
  locale: Locale;
  first_entry: bigint;
  last_entry: bigint;
  opening_minor: string;
  in_minor: string;
  out_minor: string;
  closing_minor: string;
  file_id: string;
  code_hash: Buffer;
  sha256: Buffer;
  masked_file_id: string | null;
  masked_code_hash: Buffer | null;
  masked_sha256: Buffer | null;
  made_at: Date;
  cause: Official['cause'];
  reason: string | null;
  replaced_at: Date | null;
  watched: boolean;
}

const columns = query`
  o.id, o.client_id, o.account_id, to_char(o.month, 'YYYY-MM-DD') as month, s.begins, s.ends, s.time_zone, o.year, o.serial, o.version,
  o.currency, o.locale, o.first_entry, o.last_entry, o.opening_minor::text, o.in_minor::text, o.out_minor::text, o.closing_minor::text,
  o.file_id, o.code_hash, o.sha256, o.masked_file_id, o.masked_code_hash, o.masked_sha256, o.made_at, o.cause, o.reason, o.replaced_at, o.watched`;
const from = query`from statements.official o join statements.sweep s on s.month = o.month`;

const toOfficial = (row: Row): Official => ({
  id: row.id,
  clientId: row.client_id,
  accountId: row.account_id,
  month: row.month,
  begins: row.begins,
  ends: row.ends,
  timeZone: row.time_zone,
  year: row.year,
  serial: row.serial,
  version: row.version,
  currency: row.currency,
  locale: row.locale,
  first: row.first_entry,
  last: row.last_entry,
  openingMinor: BigInt(row.opening_minor),
  inMinor: BigInt(row.in_minor),
  outMinor: BigInt(row.out_minor),
  closingMinor: BigInt(row.closing_minor),
  file: { fileId: row.file_id, codeHash: row.code_hash, sha256: row.sha256 },
  masked:
    row.masked_file_id && row.masked_code_hash && row.masked_sha256
      ? { fileId: row.masked_file_id, codeHash: row.masked_code_hash, sha256: row.masked_sha256 }
      : undefined,
  madeAt: row.made_at,
  cause: row.cause,
  reason: row.reason,
  replacedAt: row.replaced_at,
  watched: row.watched,
});

/** False if the account already has this version of the month. */
export async function insertOfficial(
  sql: Sql,
  statement: Omit<Official, keyof Month | 'replacedAt'> & Pick<Official, 'month'>,
): Promise<boolean> {
  const { file, masked } = statement;
  const { numAffectedRows } = await query`
    insert into statements.official (id, client_id, account_id, month, year, serial, version, currency, locale, first_entry, last_entry,
      opening_minor, in_minor, out_minor, closing_minor, file_id, code_hash, sha256, masked_file_id, masked_code_hash, masked_sha256,
      made_at, cause, reason, watched)
    values (${statement.id}, ${statement.clientId}, ${statement.accountId}, ${statement.month}::date, ${statement.year},
      ${statement.serial}, ${statement.version}, ${statement.currency}, ${statement.locale}, ${String(statement.first)}::bigint,
      ${String(statement.last)}::bigint, ${String(statement.openingMinor)}::numeric, ${String(statement.inMinor)}::numeric,
      ${String(statement.outMinor)}::numeric, ${String(statement.closingMinor)}::numeric, ${file.fileId}, ${file.codeHash},
      ${file.sha256}, ${masked?.fileId ?? null}, ${masked?.codeHash ?? null}, ${masked?.sha256 ?? null}, ${statement.madeAt},
      ${statement.cause}, ${statement.reason}, ${statement.watched})
    on conflict (account_id, month, version) do nothing
  `.execute(sql);
  return numAffectedRows === 1n;
}

/** All versions of an account, newest month and version first. */
export async function listOfAccount(
  sql: Sql,
  { clientId, accountId }: { readonly clientId: string; readonly accountId: string },
): Promise<Official[]> {
  const { rows } = await query<Row>`
    select ${columns} ${from} where o.account_id = ${accountId} and o.client_id = ${clientId} order by o.month desc, o.version desc
  `.execute(sql);
  return rows.map(toOfficial);
}

/** Any version, of any client: the caller checks `clientId`. */
export async function findOfficial(sql: Sql, id: string): Promise<Official | undefined> {
  const { rows } = await query<Row>`select ${columns} ${from} where o.id = ${id}`.execute(sql);
  return rows[0] && toOfficial(rows[0]);
}

/** The newest version of a statement, locked, so that of two concurrent corrections the second waits. */
export async function lockNewest(
  sql: Sql,
  { accountId, month }: { readonly accountId: string; readonly month: string },
): Promise<Official | undefined> {
  const { rows } = await query<Row>`
    select ${columns} ${from} where o.account_id = ${accountId} and o.month = ${month}::date order by o.version desc limit 1 for no key update of o
  `.execute(sql);
  return rows[0] && toOfficial(rows[0]);
}

/** Whether the account has a statement of the month, and the next serial number of the year. */
export async function findPlace(
  sql: Sql,
  { accountId, month, year }: { readonly accountId: string; readonly month: string; readonly year: number },
): Promise<{ readonly exists: boolean; readonly serial: number }> {
  const { rows } = await query<{ exists: boolean; serial: number }>`
    select coalesce(bool_or(month = ${month}::date), false) as exists,
      coalesce(max(serial) filter (where year = ${year}), 0)::int + 1 as serial
    from statements.official where account_id = ${accountId}
  `.execute(sql);
  return rows[0] ?? { exists: false, serial: 1 };
}

/** Which of these accounts have a statement of the month. */
export async function findStatedOf(
  sql: Sql,
  month: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await query<{ id: string }>`
    select account_id as id from statements.official
    where account_id = any(${accountIds}::uuid[]) and month = ${month}::date and version = 1
  `.execute(sql);
  return new Set(rows.map(({ id }) => id));
}

/** Earlier months need no watching once a later statement was made, because it begins where they end. */
export async function unwatchBefore(sql: Sql, accountId: string, month: string): Promise<void> {
  await query`
    update statements.official set watched = false where account_id = ${accountId} and month < ${month}::date and watched
  `.execute(sql);
}

/** The watch job no longer compares these with the ledger; `npm run verify` still does. */
export async function unwatch(sql: Sql, ids: readonly string[]): Promise<void> {
  await query`update statements.official set watched = false where id = any(${ids}::uuid[])`.execute(sql);
}

/** A replaced version is no longer watched. */
export async function setReplaced(sql: Sql, id: string, at: Date): Promise<void> {
  await query`update statements.official set replaced_at = ${at}, watched = false where id = ${id}`.execute(
    sql,
  );
}

interface PageOf {
  readonly after: string;
  readonly limit: number;
}

/** Watched statements, by id. */
export async function listWatched(sql: Sql, { after, limit }: PageOf): Promise<Official[]> {
  const { rows } = await query<Row>`
    select ${columns} ${from} where o.watched and o.id > ${after} order by o.id limit ${limit}
  `.execute(sql);
  return rows.map(toOfficial);
}

/** The newest version of every statement, by id. */
export async function listNewest(sql: Sql, { after, limit }: PageOf): Promise<Official[]> {
  const { rows } = await query<Row>`
    select ${columns} ${from} where o.replaced_at is null and o.id > ${after} order by o.id limit ${limit}
  `.execute(sql);
  return rows.map(toOfficial);
}

/** The files of all versions of all statements, including masked ones; by statement, whole statements only. */
export async function listStatementFiles(
  sql: Sql,
  { after, limit }: PageOf,
): Promise<Array<{ readonly statementId: string; readonly id: string; readonly sha256: Buffer }>> {
  const { rows } = await query<{ statementId: string; id: string; sha256: Buffer }>`
    select o.id as "statementId", file.id, file.sha256
    from (select * from statements.official where id > ${after} order by id limit ${limit}) o
    cross join lateral (values (o.file_id, o.sha256), (o.masked_file_id, o.masked_sha256)) as file (id, sha256)
    where file.id is not null order by o.id`.execute(sql);
  return rows;
}
