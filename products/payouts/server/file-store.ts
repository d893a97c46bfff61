/** SQL of uploaded files: their parts, payouts of the same file, and remembered column mappings. */
import type { PayoutField, PayoutStatus } from '@calmly/contract';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { DecimalSign } from './files/columns/read-amount.ts';
import type { StoredPayout } from './store.ts';

export const partBytes = 1_000_000;

/** Parts are numbered from 0 without gaps: `readParts` ends at the first missing one. */
export async function insertParts(
  sql: Sql,
  uploadId: string,
  parts: ReadonlyArray<{ readonly number: number; readonly bytes: Uint8Array }>,
): Promise<void> {
  // One statement each, because a list of byte strings is sent as text, twice as long.
  for (const { number, bytes } of parts)
    await query`
      insert into payouts.file_part (upload_id, number, bytes)
      values (${uploadId}, ${number}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)})
    `.execute(sql);
}

/** Does nothing if the upload has no parts. */
export async function deleteParts(sql: Sql, uploadId: string): Promise<void> {
  await query`delete from payouts.file_part where upload_id = ${uploadId}`.execute(sql);
}

/** The parts of a file in order, one at a time. */
export async function* readParts(sql: Sql, uploadId: string): AsyncGenerator<Uint8Array, void, undefined> {
  for (let number = 0; ; number += 1) {
    const { rows } = await query<{ bytes: Buffer }>`
      select bytes from payouts.file_part where upload_id = ${uploadId} and number = ${number}
    `.execute(sql);
    const [part] = rows;
    if (!part) return;
    yield part.bytes;
  }
}

/**
 * The newest other payout of the client with the same file, ignoring discarded and unreadable ones, and for an open payout also confidential ones.
 */
export async function findSameFile(sql: Sql, payout: StoredPayout): Promise<string | null> {
  if (payout.sha256 === null) return null;
  const { rows } = await query<{ id: string }>`
    select id from payouts.payout
    where client_id = ${payout.clientId} and sha256 = ${payout.sha256} and id <> ${payout.id}
      and (${payout.confidential}::boolean or not confidential) and status not in ('CANCELED', 'UNREADABLE')
    order by id desc limit 1
  `.execute(sql);
  return rows[0]?.id ?? null;
}

export interface PaidFile {
  readonly id: string;
  readonly number: string;
}

/** A file counts as used once its payout is confirmed. */
const confirmedStatuses: readonly PayoutStatus[] = ['WAITING', 'SCHEDULED', 'PAYING', 'DONE'];

/** The newest other confirmed payout of the client with the same file; `sees`: including confidential ones. */
export async function findPaidFile(
  sql: Sql,
  { id, clientId }: Pick<StoredPayout, 'id' | 'clientId'>,
  sha256: string,
  sees: boolean,
): Promise<PaidFile | undefined> {
  const { rows } = await query<PaidFile>`
    select id, number from payouts.payout
    where client_id = ${clientId} and sha256 = ${sha256} and id <> ${id} and status = any(${confirmedStatuses}::text[])
      and (${sees}::boolean or not confidential)
    order by id desc limit 1
  `.execute(sql);
  return rows[0];
}

export interface Mapping {
  readonly columns: ReadonlyArray<PayoutField | null>;
  readonly decimalSign: DecimalSign | null;
}

/** The client's assignment for a file with these headings. */
export async function findMapping(
  sql: Sql,
  clientId: string,
  headings: string,
  now: Date,
): Promise<Mapping | undefined> {
  const { rows } = await query<{ columns: string[]; decimalSign: DecimalSign | null }>`
    update payouts.mapping set used_at = ${now} where client_id = ${clientId} and headings = ${headings}
    returning columns, decimal_sign as "decimalSign"
  `.execute(sql);
  const [found] = rows;
  if (!found) return undefined;
  return { ...found, columns: found.columns.map((field) => (field === '' ? null : (field as PayoutField))) };
}

/** Replaces what was stored for these headings. `headings` is a `headingsKey`; deleted after two years without use. */
export async function keepMapping(
  sql: Sql,
  clientId: string,
  headings: string,
  { columns, decimalSign }: Mapping,
  now: Date,
): Promise<void> {
  await query`
    insert into payouts.mapping (client_id, headings, columns, decimal_sign, used_at)
    values (${clientId}, ${headings}, ${columns.map((field) => field ?? '')}::text[], ${decimalSign}, ${now})
    on conflict (client_id, headings) do update
      set columns = excluded.columns, decimal_sign = excluded.decimal_sign, used_at = excluded.used_at
  `.execute(sql);
}

/** Files of interrupted uploads are deleted after a day, all others after a month; mappings after two years without use. */
export const payoutPurges = [
  purgeOf(
    'payouts.file_part',
    "created_at < now() - interval '1 month'",
    `created_at < now() - interval '1 day'
      and not exists (select from payouts.payout where payout.upload_id = file_part.upload_id)`,
  ),
  purgeOf('payouts.mapping', "used_at < now() - interval '2 years'"),
];
