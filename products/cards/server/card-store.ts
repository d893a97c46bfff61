/** SQL of cards. No decisions here. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import type { StoredCard } from './card.ts';
import { laterProcessorTask, processorTask, scheduleProcessor } from './processor/schedule.ts';
import { lookAgain } from './receipts/look-store.ts';

const columns = query`
  id, client_id as "clientId", account_id as "accountId", holder_id as "holderId", kind, status, version, name,
  name_on_card as "nameOnCard", design, currency, last_four as "lastFour", expires_on::text as "expiresOn",
  valid_until::text as "validUntil", single_use as "isSingleUse", controls, blocked_at as "blockedAt", blocked_by as "blockedBy",
  lock, pin_tries as "pinTries", replaces, at_processor as "atProcessor", created_at as "createdAt", updated_at as "updatedAt", closed_at as "closedAt"`;

/** A card of a client; another client's card is not found. */
export async function findCard(
  sql: Sql,
  { clientId, id }: { readonly clientId: string; readonly id: string },
): Promise<StoredCard | undefined> {
  const { rows } = await query<StoredCard>`
    select ${columns} from cards.card where id = ${id} and client_id = ${clientId}`.execute(sql);
  return rows[0];
}

/** A card of any client. */
export async function readCard(sql: Sql, id: string): Promise<StoredCard | undefined> {
  const { rows } = await query<StoredCard>`select ${columns} from cards.card where id = ${id}`.execute(sql);
  return rows[0];
}

/** Reads and locks a card of any client, so that each change is decided on the current state. */
export async function lockCard(sql: Sql, id: string): Promise<StoredCard | undefined> {
  const { rows } = await query<StoredCard>`
    select ${columns} from cards.card where id = ${id} for no key update`.execute(sql);
  return rows[0];
}

/** The card with this number, by the number's digests (one for each secret key); locked. */
export async function lockCardByNumber(
  sql: Sql,
  numberDigests: readonly Buffer[],
): Promise<StoredCard | undefined> {
  const { rows } = await query<StoredCard>`
    select ${columns} from cards.card
    where id = (select card_id from cards.secret where number_digest = any(${numberDigests}::bytea[])) for no key update`.execute(
    sql,
  );
  return rows[0];
}

/** Its ledger account exists already, and has the same currency. */
export async function insertCard(sql: Sql, card: StoredCard): Promise<void> {
  await query`
    insert into cards.card (id, client_id, account_id, holder_id, kind, status, version, name, name_on_card, design, currency, last_four,
      expires_on, valid_until, single_use, controls, blocked_at, blocked_by, lock, pin_tries, replaces, at_processor, created_at, updated_at, closed_at)
    values (${card.id}, ${card.clientId}, ${card.accountId}, ${card.holderId}, ${card.kind}, ${card.status}, ${card.version},
      ${card.name}, ${card.nameOnCard}, ${card.design}, ${card.currency}, ${card.lastFour}, ${card.expiresOn}::date,
      ${card.validUntil}::date, ${card.isSingleUse}, ${JSON.stringify(card.controls)}::jsonb, ${card.blockedAt}, ${card.blockedBy},
      ${card.lock}, ${card.pinTries}, ${card.replaces}, ${card.atProcessor}, ${card.createdAt}, ${card.updatedAt}, ${card.closedAt})`.execute(
    sql,
  );
  if (card.replaces) await lookAgain(sql, card.accountId);
}

type Changeable =
  | 'status'
  | 'name'
  | 'design'
  | 'controls'
  | 'blockedAt'
  | 'blockedBy'
  | 'lock'
  | 'pinTries'
  | 'closedAt';

/** Writes the changed fields of a locked card. The version increases, and its processor is notified of a new status. Returns the updated card. */
export async function updateCard(
  sql: Sql,
  card: StoredCard,
  now: Date,
  change: Partial<Pick<StoredCard, Changeable>>,
): Promise<StoredCard> {
  const next = { ...card, ...change };
  const { rows } = await query<StoredCard>`
    update cards.card set version = version + 1, updated_at = ${now}, status = ${next.status}, name = ${next.name},
      design = ${next.design}, controls = ${JSON.stringify(next.controls)}::jsonb, blocked_at = ${next.blockedAt},
      blocked_by = ${next.blockedBy}, lock = ${next.lock}, pin_tries = ${next.pinTries}, closed_at = ${next.closedAt}
    where id = ${card.id} returning ${columns}`.execute(sql);
  const [row] = rows;
  if (!row) throw new Error(`card ${card.id} is gone`);
  if (row.atProcessor && row.status !== card.status)
    await scheduleProcessor(sql, row.id, row.status === 'EXPIRED' ? laterProcessorTask : processorTask);
  // A receipt may have become overdue while the card could not be locked.
  if (row.status === 'ACTIVE' && card.status !== 'ACTIVE') await lookAgain(sql, row.accountId);
  return row;
}

/** The cards that replaced these, by the replaced card's id. */
export async function findSuccessors(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await query<{ id: string; replaces: string }>`
    select id, replaces from cards.card where replaces = any(${ids}::uuid[])`.execute(sql);
  return new Map(rows.map(({ id, replaces }) => [replaces, id]));
}

/** Other open cards on the accounts of these, by card id: while plastic is renewed, the old card and the new one. */
export async function findBeside(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Beside[]>> {
  const { rows } = await query<Beside & { of: string }>`
    select mine.id as of, other.id, other.status from cards.card mine
    join cards.card other on other.account_id = mine.account_id and other.id <> mine.id
    where mine.id = any(${ids}::uuid[]) and other.status <> 'CLOSED' order by other.id`.execute(sql);
  return Map.groupBy(rows, ({ of }) => of);
}

export type Beside = Pick<StoredCard, 'id' | 'status'>;

export type CardGroup = 'MINE' | 'TEAM' | 'OPEN' | 'CLOSED' | 'ALL';

/** A page of a client's cards, newest first. `personId` is the caller. */
export async function listCards(
  sql: Sql,
  by: {
    readonly clientId: string;
    readonly personId: string;
    readonly group: CardGroup;
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<StoredCard[]> {
  const inGroup = {
    MINE: query`status <> 'CLOSED' and holder_id = ${by.personId}`,
    TEAM: query`status <> 'CLOSED' and holder_id <> ${by.personId}`,
    OPEN: query`status <> 'CLOSED'`,
    CLOSED: query`status = 'CLOSED'`,
    ALL: query`true`,
  }[by.group];
  const { rows } = await query<StoredCard>`
    select ${columns} from cards.card
    where client_id = ${by.clientId} and ${inGroup} and ${by.before === undefined ? query`true` : query`id < ${by.before}`}
    order by id desc limit ${by.limit}`.execute(sql);
  return rows;
}

/** How many cards are in each group. */
export async function countCards(
  sql: Sql,
  { clientId, personId }: { readonly clientId: string; readonly personId: string },
): Promise<{ mine: number; team: number; closed: number }> {
  const { rows } = await query<{ mine: number; team: number; closed: number }>`
    select (count(*) filter (where status <> 'CLOSED' and holder_id = ${personId}))::int as mine,
      (count(*) filter (where status <> 'CLOSED' and holder_id <> ${personId}))::int as team,
      (count(*) filter (where status = 'CLOSED'))::int as closed
    from cards.card where client_id = ${clientId}`.execute(sql);
  return rows[0] ?? { mine: 0, team: 0, closed: 0 };
}

/** Serialises orders of one client's cards. */
export async function lockCardsOf(sql: Sql, clientId: string): Promise<void> {
  await query`select pg_advisory_xact_lock(hashtextextended(${`cards:${clientId}`}, 0))`.execute(sql);
}

/** The number of a client's cards that are not closed. */
export async function countOpenCards(sql: Sql, clientId: string): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from cards.card where client_id = ${clientId} and status <> 'CLOSED'`.execute(
    sql,
  );
  return rows[0]?.count ?? 0;
}
