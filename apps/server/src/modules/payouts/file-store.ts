/** SQL of uploaded files in parts, and of what clients said that columns hold. */
import type { PayoutField } from '@calmly/contract';
import { sql as query } from 'kysely';
import { purgeOf } from '../../platform/purge.ts';
import type { Sql } from '../../platform/work.ts';
import type { DecimalSign } from './files/columns/read-amount.ts';

export const partBytes = 1_000_000;

export async function insertParts(
  sql: Sql,
  uploadId: string,
  parts: ReadonlyArray<{ readonly number: number; readonly bytes: Uint8Array }>,
): Promise<void> {
  // One statement each: a list of byte strings is sent as text, twice as long.
  for (const { number, bytes } of parts)
    await query`
      insert into payouts.file_part (upload_id, number, bytes)
      values (${uploadId}, ${number}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)})
    `.execute(sql);
}

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

export interface Mapping {
  readonly columns: ReadonlyArray<PayoutField | null>;
  readonly decimalSign: DecimalSign | null;
}

/** What the client said of a file with these headings. */
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

/** Files of uploads that broke off go after a day, all others after a month; mappings that were not used for two years. */
export const payoutPurges = [
  purgeOf(
    'payouts.file_part',
    `created_at < now() - interval '1 month' or (created_at < now() - interval '1 day'
      and not exists (select from payouts.payout where payout.upload_id = file_part.upload_id))`,
  ),
  purgeOf('payouts.mapping', "used_at < now() - interval '2 years'"),
];
