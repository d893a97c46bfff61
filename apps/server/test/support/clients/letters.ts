/** The bank's messages to a person, oldest first. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export async function lettersTo(
  sql: Sql,
  recipient: string,
): Promise<Array<{ subject: string | null; text: string }>> {
  const { rows } = await query<{ subject: string | null; text: string }>`
    select subject, text from outbox.message where recipient = ${recipient} order by id
  `.execute(sql);
  return rows;
}

/** The same as one text. */
export async function wordsTo(sql: Sql, recipient: string): Promise<string> {
  return (await lettersTo(sql, recipient)).map(({ text }) => text).join('\n---\n');
}

/** A wrong code of six digits. */
export const otherCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
