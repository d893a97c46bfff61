/** SQL of plastic cards in delivery. No decisions here. */
import type { CardAddress, deliveryStatuses } from '@calmly/contract';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Delivery extends CardAddress {
  readonly cardId: string;
  readonly status: (typeof deliveryStatuses)[number];
  readonly trackingNumber: string | null;
  /** `YYYY-MM-DD`. */
  readonly expectedOn: string;
}

const columns = query`
  card_id as "cardId", line, post_code as "postCode", city, country, status, tracking_number as "trackingNumber",
  expected_on::text as "expectedOn"`;

/** Starts as PREPARING. A card has one delivery; a second one is an error. */
export async function insertDelivery(
  sql: Sql,
  { cardId, line, postCode, city, country, expectedOn }: Omit<Delivery, 'status' | 'trackingNumber'>,
): Promise<void> {
  await query`
    insert into cards.delivery (card_id, line, post_code, city, country, status, expected_on)
    values (${cardId}, ${line}, ${postCode}, ${city}, ${country}, 'PREPARING', ${expectedOn}::date)`.execute(
    sql,
  );
}

/** Undefined for a virtual card. */
export async function findDelivery(sql: Sql, cardId: string): Promise<Delivery | undefined> {
  const { rows } = await query<Delivery>`
    select ${columns} from cards.delivery where card_id = ${cardId}`.execute(sql);
  return rows[0];
}

interface DueBy {
  readonly sentIfBy: string;
  readonly today: string;
}

const isDue = ({ sentIfBy, today }: DueBy) => query`
  status <> 'DELIVERED' and expected_on <= ${sentIfBy}::date and (status = 'PREPARING' or expected_on <= ${today}::date)
  and not (select at_processor from cards.card where id = card_id)`;

/** Cards whose delivery is due to be sent (expected by `sentIfBy`) or to arrive (expected by `today`). A processor reports its own. */
export async function listDueDeliveries(
  sql: Sql,
  by: DueBy,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
): Promise<string[]> {
  const { rows } = await query<{ id: string }>`
    select card_id as id from cards.delivery where ${isDue(by)} and card_id <> all(${except}::uuid[])
    order by expected_on limit ${limit}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** The delivery of a card if it is due, locked. */
export async function lockDueDelivery(sql: Sql, by: DueBy, cardId: string): Promise<Delivery | undefined> {
  const { rows } = await query<Delivery>`
    select ${columns} from cards.delivery where card_id = ${cardId} and ${isDue(by)} for update`.execute(sql);
  return rows[0];
}

/** The address stays as ordered. */
export async function updateDelivery(
  sql: Sql,
  {
    cardId,
    status,
    trackingNumber,
    expectedOn,
  }: Pick<Delivery, 'cardId' | 'status' | 'trackingNumber' | 'expectedOn'>,
): Promise<void> {
  await query`
    update cards.delivery set status = ${status}, tracking_number = ${trackingNumber}, expected_on = ${expectedOn}::date where card_id = ${cardId}`.execute(
    sql,
  );
}
