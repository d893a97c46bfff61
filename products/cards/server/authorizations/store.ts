/** SQL of payments with cards and of the messages about them. No decisions here. */
import type { CardChannel, DeclineReason } from '@calmly/contract';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import { before } from '@calmly/platform/jobs/retention.ts';
import { andIf } from '@calmly/platform/postgres/and-if.ts';
import type { Sql } from '@calmly/platform/work.ts';
import type { Merchant } from '@calmly/providers/issuer/issuer.ts';
import { sql as query } from 'kysely';
import type { DuePage } from '../lifecycle/work-off.ts';
import { isMissing } from '../receipts/missing-store.ts';
import type { OnDay } from './spent-store.ts';
import type { Sums } from './state.ts';

export interface StoredAuthorization extends Sums {
  readonly id: string;
  readonly cardId: string;
  readonly accountId: string;
  readonly reference: string;
  readonly createdAt: Date;
  /** The bank's day on which it counts against limits, except for `laterDays`. */
  readonly day: string;
  /** Amounts approved or collected in addition on later days, in order. */
  readonly laterDays: readonly OnDay[];
  readonly isRefund: boolean;
  /** The highest approved amount that the processor has reported. */
  readonly reportedMinor: bigint;
  readonly declineReason: DeclineReason | null;
  readonly channel: CardChannel;
  readonly merchant: Merchant;
  /** The requested amount, in the merchant's currency. */
  readonly merchantAmount: string;
  /** The collected amount, in the merchant's currency; null if nothing was collected. */
  readonly merchantCleared: string | null;
  readonly merchantCurrency: string;
  /** Units of the card's currency per unit of the merchant's; null if they are the same. */
  readonly rate: string | null;
  readonly expiresAt: Date | null;
  readonly reservationId: string | null;
  readonly refundOf: string | null;
  /** The ended payment under whose reference this was collected later. */
  readonly lateOf: string | null;
  /** The won dispute that this credits, or whose credit it reverses. */
  readonly disputeId: string | null;
}

type Row = Omit<
  StoredAuthorization,
  'authorizedMinor' | 'reversedMinor' | 'clearedMinor' | 'reportedMinor' | 'merchant' | 'laterDays'
> & {
  readonly laterDays: ReadonlyArray<{ readonly day: string; readonly amountMinor: string }> | null;
  readonly authorizedMinor: string;
  readonly reversedMinor: string;
  readonly clearedMinor: string;
  readonly reportedMinor: string;
  readonly merchantName: string;
  readonly merchantCity: string | null;
  readonly merchantCountry: string | null;
  readonly mcc: string;
};

const columns = query`
  id, card_id as "cardId", account_id as "accountId", reference, created_at as "createdAt", day::text as day, later_days as "laterDays", is_refund as "isRefund",
  approved, decline_reason as "declineReason", channel, mcc, merchant_name as "merchantName", merchant_city as "merchantCity",
  merchant_country as "merchantCountry", merchant_amount as "merchantAmount", merchant_cleared as "merchantCleared", merchant_currency as "merchantCurrency", rate,
  authorized_minor::text as "authorizedMinor", reversed_minor::text as "reversedMinor", cleared_minor::text as "clearedMinor",
  reported_minor::text as "reportedMinor",
  is_over as "isOver", expires_at as "expiresAt", reservation_id as "reservationId", refund_of as "refundOf",
  late_of as "lateOf", dispute_id as "disputeId"`;

function toAuthorization(row: Row): StoredAuthorization {
  const { merchantName: name, merchantCity: city, merchantCountry: country, mcc, ...rest } = row;
  return {
    ...rest,
    merchant: { name, city, country, mcc },
    laterDays: (row.laterDays ?? []).map(({ day, amountMinor }) => ({
      day,
      amountMinor: BigInt(amountMinor),
    })),
    authorizedMinor: BigInt(row.authorizedMinor),
    reversedMinor: BigInt(row.reversedMinor),
    clearedMinor: BigInt(row.clearedMinor),
    reportedMinor: BigInt(row.reportedMinor),
  };
}

/** A payment by the processor's reference. The caller has locked the card. */
export async function findByReference(sql: Sql, reference: string): Promise<StoredAuthorization | undefined> {
  const { rows } = await query<Row>`
    select ${columns} from cards.authorization where reference = ${reference}`.execute(sql);
  return rows[0] && toAuthorization(rows[0]);
}

/** Decides here, once, by the client's current rule, whether a receipt is needed. */
export async function insertAuthorization(sql: Sql, it: StoredAuthorization): Promise<void> {
  const { merchant } = it;
  const isAsked = query`exists (
    select from cards.receipt_rule rule join cards.card on card.client_id = rule.client_id
    where card.id = ${it.cardId} and rule.ask <> 'NEVER')`;
  await query`
    insert into cards.authorization (id, card_id, account_id, reference, created_at, day, is_refund, approved, decline_reason, channel, mcc,
      merchant_name, merchant_city, merchant_country, merchant_amount, merchant_cleared, merchant_currency, rate, authorized_minor,
      reversed_minor, cleared_minor, reported_minor, is_over, expires_at, reservation_id, refund_of, late_of, dispute_id,
      receipt_asked, receipt_look_on)
    values (${it.id}, ${it.cardId}, ${it.accountId}, ${it.reference}, ${it.createdAt}, ${it.day}::date, ${it.isRefund}, ${it.approved},
      ${it.declineReason}, ${it.channel}, ${merchant.mcc}, ${merchant.name}, ${merchant.city}, ${merchant.country},
      ${it.merchantAmount}, ${it.merchantCleared}, ${it.merchantCurrency}, ${it.rate}, ${String(it.authorizedMinor)}::numeric,
      ${String(it.reversedMinor)}::numeric, ${String(it.clearedMinor)}::numeric, ${String(it.reportedMinor)}::numeric, ${it.isOver}, ${it.expiresAt}, ${it.reservationId},
      ${it.refundOf}, ${it.lateOf}, ${it.disputeId}, ${isAsked}, case when ${it.approved && !it.isRefund} and ${isAsked} then ${it.day}::date + 1 end)`.execute(
    sql,
  );
}

const writeDays = (days: readonly OnDay[]): string | null =>
  days.length === 0
    ? null
    : JSON.stringify(days.map(({ day, amountMinor }) => ({ day, amountMinor: `${amountMinor}` })));

/** The first message's facts stay: card, merchant, channel, first day. Another amount may need a receipt. The caller has locked the card. */
export async function updateAuthorization(sql: Sql, it: StoredAuthorization): Promise<void> {
  await query`
    update cards.authorization set approved = ${it.approved}, decline_reason = ${it.declineReason}, authorized_minor = ${String(it.authorizedMinor)}::numeric,
      reversed_minor = ${String(it.reversedMinor)}::numeric, cleared_minor = ${String(it.clearedMinor)}::numeric, reported_minor = ${String(it.reportedMinor)}::numeric, is_over = ${it.isOver},
      expires_at = ${it.expiresAt}, reservation_id = ${it.reservationId}, merchant_amount = ${it.merchantAmount}, merchant_cleared = ${it.merchantCleared},
      rate = ${it.rate}, later_days = ${writeDays(it.laterDays)}::jsonb,
      receipt_look_on = case when receipt_asked and receipt_count = 0 and ${it.approved && !it.isRefund} then day + 1 end
    where id = ${it.id}`.execute(sql);
}

/** Also for a report that changes nothing else. The caller has locked the card. */
export async function raiseReported(
  sql: Sql,
  { id, reportedMinor }: Pick<StoredAuthorization, 'id' | 'reportedMinor'>,
): Promise<void> {
  await query`
    update cards.authorization set reported_minor = ${String(reportedMinor)}::numeric where id = ${id}`.execute(
    sql,
  );
}

/** Whether the account's cards have paid in this country before. Refunds do not count. */
export async function hasPaidIn(
  sql: Sql,
  { accountId, country }: { readonly accountId: string; readonly country: string | null },
): Promise<boolean> {
  const { rows } = await query`
    select from cards.country_seen where account_id = ${accountId} and country = ${country ?? ''}`.execute(
    sql,
  );
  return rows.length > 0;
}

/** Records the country of a payment that was approved or collected. */
export async function rememberCountry(
  sql: Sql,
  { accountId, approved, isRefund, authorizedMinor, clearedMinor, merchant }: StoredAuthorization,
): Promise<void> {
  if (!approved || isRefund || authorizedMinor + clearedMinor === 0n) return;
  await query`
    insert into cards.country_seen (account_id, country) values (${accountId}, ${merchant.country ?? ''})
    on conflict do nothing`.execute(sql);
}

/** Whether a payment with the card, or one that it replaced, was approved before and not fully reversed: they share an account. */
export async function hasPaid(sql: Sql, { accountId }: { readonly accountId: string }): Promise<boolean> {
  const { rows } = await query`
    select from cards.authorization
    where account_id = ${accountId} and approved and not is_refund and (cleared_minor > 0 or authorized_minor > reversed_minor)
    order by id desc limit 1`.execute(sql);
  return rows.length > 0;
}

/** Collections under a payment's reference after its end, oldest first. */
export async function listLate(sql: Sql, paymentId: string): Promise<StoredAuthorization[]> {
  const { rows } = await query<Row>`
    select ${columns} from cards.authorization where late_of = ${paymentId} order by id`.execute(sql);
  return rows.map(toAuthorization);
}

/** References of expired holds, oldest first. */
export async function listExpired(
  sql: Sql,
  { at, limit, except }: DuePage & { readonly at: Date },
): Promise<string[]> {
  const { rows } = await query<{ reference: string }>`
    select reference from cards.authorization
    where expires_at <= ${at} and reference <> all(${except}::text[]) order by expires_at limit ${limit}`.execute(
    sql,
  );
  return rows.map(({ reference }) => reference);
}

export interface CardPage {
  readonly accountId: string;
  readonly statuses: readonly string[] | undefined;
  /** Only payments with a missing receipt. */
  readonly withoutReceipt: boolean;
  /** Only this payment. */
  readonly only: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

/** Payments from a card's account, newest first. A payment known only from a reversal has not happened yet. */
export async function listOfAccount(sql: Sql, page: CardPage): Promise<StoredAuthorization[]> {
  const { accountId, statuses, withoutReceipt, only, before, limit } = page;
  const { rows } = await query<Row>`
    select ${columns} from cards.authorization
    where account_id = ${accountId} and (not approved or authorized_minor + cleared_minor > 0)
      ${andIf(before, (id) => query`id < ${id}`)} ${andIf(only, (id) => query`id = ${id}`)}
      ${andIf(
        statuses,
        (any) => query`case
          when is_refund then 'REFUND' when not approved then 'DECLINED'
          when not is_over and authorized_minor > reversed_minor + cleared_minor then 'HELD'
          when cleared_minor > 0 then 'CLEARED' else 'RELEASED' end = any(${any}::text[])`,
      )}
      and ${withoutReceipt ? isMissing(accountId) : query`true`}
    order by id desc limit ${limit}`.execute(sql);
  return rows.map(toAuthorization);
}

/** The same for all accounts, without the money of disputes. */
export async function listOfAll(
  sql: Sql,
  { before, limit }: Pick<CardPage, 'before' | 'limit'>,
): Promise<StoredAuthorization[]> {
  const { rows } = await query<Row>`
    select ${columns} from cards.authorization
    where dispute_id is null and (not approved or authorized_minor + cleared_minor > 0) ${andIf(before, (id) => query`id < ${id}`)}
    order by id desc limit ${limit}`.execute(sql);
  return rows.map(toAuthorization);
}

/** A payment of any client, by its id. */
export async function findAuthorization(sql: Sql, id: string): Promise<StoredAuthorization | undefined> {
  const { rows } = await query<Row>`
    select ${columns} from cards.authorization where id = ${id}`.execute(sql);
  return rows[0] && toAuthorization(rows[0]);
}

export const messagePurge = purgeOf('cards.message', `received_at < ${before('cards.message')}`);

/** Claims a message; false if it was handled before. A concurrent second one waits for the first. */
export async function claimMessage(
  sql: Sql,
  { id, kind, at }: { readonly id: string; readonly kind: string; readonly at: Date },
): Promise<boolean> {
  const { rows } = await query`
    insert into cards.message (id, kind, answer, received_at) values (${id}, ${kind}, 'null', ${at})
    on conflict do nothing returning id`.execute(sql);
  return rows.length > 0;
}

/** Stores the answer to a message. */
export async function keepAnswer(
  sql: Sql,
  {
    id,
    authorizationId,
    answer,
  }: { readonly id: string; readonly authorizationId: string | null; readonly answer: object },
): Promise<void> {
  await query`
    update cards.message set answer = ${JSON.stringify(answer)}::jsonb, authorization_id = ${authorizationId} where id = ${id}`.execute(
    sql,
  );
}

/** The stored answer to a message. */
export async function findAnswer<Answer>(sql: Sql, id: string): Promise<Answer> {
  const { rows } = await query<{ answer: Answer }>`select answer from cards.message where id = ${id}`.execute(
    sql,
  );
  if (!rows[0]) throw new Error(`the message ${id} was not kept`);
  return rows[0].answer;
}
