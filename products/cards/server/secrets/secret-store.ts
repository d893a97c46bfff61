/** SQL of cards' sealed secrets. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { SealedCard } from './card-secrets.ts';

/** Stores a new card's secrets; false if another card has the number. */
export async function insertSecret(
  sql: Sql,
  cardId: string,
  { number, securityCode, numberDigest }: SealedCard,
): Promise<boolean> {
  const { rows } = await query`
    insert into cards.secret (card_id, number, security_code, number_digest)
    values (${cardId}, ${number}, ${securityCode}, ${numberDigest})
    on conflict (number_digest) do nothing returning card_id`.execute(sql);
  return rows.length > 0;
}

export type StoredSecret = Pick<SealedCard, 'number' | 'securityCode'> & { readonly pin: Buffer | null };

/** Sealed. Undefined for a card whose number only the processor has. */
export async function findSecret(sql: Sql, cardId: string): Promise<StoredSecret | undefined> {
  const { rows } = await query<StoredSecret>`
    select number, security_code as "securityCode", pin from cards.secret where card_id = ${cardId}`.execute(
    sql,
  );
  return rows[0];
}

/** False for a card whose PIN only the processor has. */
export async function hasPin(sql: Sql, cardId: string): Promise<boolean> {
  const { rows } = await query`
    select from cards.secret where card_id = ${cardId} and pin is not null`.execute(sql);
  return rows.length > 0;
}

/** `pin` is sealed. Does nothing if the card has no secrets here. */
export async function updatePin(sql: Sql, cardId: string, pin: Buffer): Promise<void> {
  await query`update cards.secret set pin = ${pin} where card_id = ${cardId}`.execute(sql);
}
