/** SQL of our cards at the processor. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import type { MadeCard, ProcessorStatus, ReplacementReason } from '@calmly/providers/issuer/processor.ts';
import { sql as query } from 'kysely';

export interface AtProcessor {
  /** The processor's id; null until it has made the card. */
  readonly reference: string | null;
  readonly status: ProcessorStatus | null;
  readonly reason: ReplacementReason | null;
}

/** A job later has the processor make the card. `reason` is why the card replaces another one. */
export async function insertAtProcessor(
  sql: Sql,
  { cardId, reason }: { readonly cardId: string; readonly reason: ReplacementReason | undefined },
): Promise<void> {
  await query`
    insert into cards.processor_card (card_id, reason) values (${cardId}, ${reason ?? null})`.execute(sql);
}

/** Undefined for a card made by the bank itself. */
export async function findAtProcessor(sql: Sql, cardId: string): Promise<AtProcessor | undefined> {
  const { rows } = await query<AtProcessor>`
    select reference, status, reason from cards.processor_card where card_id = ${cardId}`.execute(sql);
  return rows[0];
}

/** Our id of a card by the processor's. */
export async function findByProcessor(sql: Sql, reference: string): Promise<string | undefined> {
  const { rows } = await query<{ id: string }>`
    select card_id as id from cards.processor_card where reference = ${reference}`.execute(sql);
  return rows[0]?.id;
}

/** Writes the card made by the processor, with its digits and last day. */
export async function storeMade(
  sql: Sql,
  cardId: string,
  { card: reference, lastFour, expiresOn }: MadeCard,
  status: ProcessorStatus,
): Promise<void> {
  await query`
    with made as (
      update cards.processor_card set reference = ${reference}, status = ${status} where card_id = ${cardId} returning card_id
    )
    update cards.card set last_four = ${lastFour}, expires_on = ${expiresOn}::date, version = version + 1
    where id = (select card_id from made)`.execute(sql);
}

/** Written once the processor has applied the status. */
export async function storeStatus(sql: Sql, cardId: string, status: ProcessorStatus): Promise<void> {
  await query`update cards.processor_card set status = ${status} where card_id = ${cardId}`.execute(sql);
}

interface Holder {
  readonly clientId: string;
  readonly personId: string;
}

/** The processor's id for this person as a cardholder of this client; undefined until there is one. */
export async function findHolderReference(
  sql: Sql,
  { clientId, personId }: Holder,
): Promise<string | undefined> {
  const { rows } = await query<{ reference: string }>`
    select reference from cards.processor_holder where client_id = ${clientId} and person_id = ${personId}`.execute(
    sql,
  );
  return rows[0]?.reference;
}

/** An existing reference stays. */
export async function insertHolderReference(
  sql: Sql,
  { clientId, personId }: Holder,
  reference: string,
): Promise<void> {
  await query`
    insert into cards.processor_holder (client_id, person_id, reference) values (${clientId}, ${personId}, ${reference})
    on conflict do nothing`.execute(sql);
}
