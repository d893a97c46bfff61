/** SQL of standing orders; for their days see `run-store.ts`. No decisions here. */
import type {
  ChargeBearer,
  EndpointInput,
  listStandingOrders,
  PaymentPurpose,
  StandingOrderReason,
  StandingOrderState,
} from '@calmly/contract';
import type { CurrencyCode, Schedule } from '@calmly/domain';
import { cursorId } from '@calmly/platform/page.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query, type RawBuilder } from 'kysely';
import type { DependsOn } from '../../../accounts/server/accounts/index.ts';
import type { Confirmed } from '../../../identity/server/index.ts';

/** A standing order's progress: what changes without a code. */
export interface Progress {
  readonly state: StandingOrderState;
  readonly reason: StandingOrderReason | null;
  readonly nextPosition: number;
  readonly nextDueOn: string | null;
  readonly retryAt: Date | null;
}

/** What one payment moves and costs. */
export interface Terms {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
}

/** Who decided on a payment, and with which confirmation. */
export interface DecidedBy {
  readonly personId: string;
  readonly confirmed: Confirmed;
}

/** What differs on a single day: terms, the person in whose name it is paid, or both. */
export interface OtherDay {
  readonly terms: Terms | undefined;
  readonly by: DecidedBy | undefined;
}

export interface StoredOrder extends Progress, Schedule, Terms {
  readonly id: string;
  readonly clientId: string;
  readonly personId: string;
  readonly orderedBy: string;
  readonly createdAt: Date;
  /** When a client confirmed it last, and whether cooling-off applied then and was observed. */
  readonly confirmed: Confirmed;
  readonly version: number;
  readonly accountId: string;
  readonly debtorAccount: string;
  readonly beneficiaryId: string | null;
  readonly beneficiaryVersion: number;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly currency: CurrencyCode;
  readonly reference: string;
  readonly chargeBearer: ChargeBearer;
  readonly instant: boolean;
  readonly purpose: PaymentPurpose | null;
  /** Days from the next one on that are left out. */
  readonly skipped: readonly string[];
  /** What differs on single days, by day. */
  readonly otherDays: ReadonlyMap<string, OtherDay>;
}

type Row = Omit<StoredOrder, keyof Terms | 'otherDays' | 'confirmed'> & {
  readonly confirmedAt: Date;
  readonly coolingOffKept: boolean;
  readonly amountMinor: string;
  readonly feeMinor: string;
  readonly otherDays: Readonly<Record<string, OtherDayRow>>;
};
interface OtherDayRow {
  readonly amountMinor: string | null;
  readonly feeMinor: string | null;
  readonly personId: string | null;
  readonly confirmedAt: string | null;
  readonly coolingOffKept: boolean | null;
}
const toTerms = (amountMinor: string, feeMinor: string): Terms => ({
  amountMinor: BigInt(amountMinor),
  feeMinor: BigInt(feeMinor),
});
const toOtherDay = ({
  amountMinor,
  feeMinor,
  personId,
  confirmedAt,
  coolingOffKept,
}: OtherDayRow): OtherDay => ({
  terms: amountMinor === null || feeMinor === null ? undefined : toTerms(amountMinor, feeMinor),
  by:
    personId === null || confirmedAt === null || coolingOffKept === null
      ? undefined
      : { personId, confirmed: { at: new Date(confirmedAt), coolingOffKept } },
});
const toStored = ({
  amountMinor,
  feeMinor,
  otherDays,
  confirmedAt,
  coolingOffKept,
  ...row
}: Row): StoredOrder => ({
  ...row,
  confirmed: { at: confirmedAt, coolingOffKept },
  ...toTerms(amountMinor, feeMinor),
  otherDays: new Map(Object.entries(otherDays).map(([day, other]) => [day, toOtherDay(other)])),
});

const columns = query`
  id, client_id as "clientId", person_id as "personId", ordered_by as "orderedBy", created_at as "createdAt",
  confirmed_at as "confirmedAt", cooling_off_kept as "coolingOffKept", version, state,
  reason, account_id as "accountId", debtor_account as "debtorAccount", beneficiary_id as "beneficiaryId",
  beneficiary_version as "beneficiaryVersion", creditor_name as "creditorName", creditor_account as "creditorAccount",
  amount_minor as "amountMinor", fee_minor as "feeMinor", currency, reference, charge_bearer as "chargeBearer", instant, purpose, frequency,
  start_on::text as "startOn", end_on::text as "endOn", times, rest_days as "restDays", next_position as "nextPosition",
  next_due_on::text as "nextDueOn", retry_at as "retryAt",
  array(
    select r.due_on::text from orders.run r
    where r.order_id = standing_order.id and r.state = 'SKIPPED' and r.due_on >= standing_order.next_due_on order by r.due_on
  ) as skipped,
  (
    select coalesce(jsonb_object_agg(o.due_on, jsonb_build_object('amountMinor', o.amount_minor::text, 'feeMinor', o.fee_minor::text,
      'personId', o.person_id, 'confirmedAt', o.confirmed_at, 'coolingOffKept', o.cooling_off_kept)), '{}')
    from orders.other_amount o where o.order_id = standing_order.id
  ) as "otherDays"`;

/** Without a time to try again: an order begins with its first due day. */
export async function insertOrder(sql: Sql, order: StoredOrder): Promise<void> {
  await query`
    insert into orders.standing_order (id, client_id, person_id, ordered_by, created_at, confirmed_at, cooling_off_kept, version, state, reason, account_id,
      debtor_account, beneficiary_id, beneficiary_version, creditor_name, creditor_account, amount_minor, fee_minor, currency,
      reference, charge_bearer, instant, purpose, frequency, start_on, end_on, times, rest_days, next_position, next_due_on)
    values (${order.id}, ${order.clientId}, ${order.personId}, ${order.orderedBy}, ${order.createdAt}, ${order.confirmed.at},
      ${order.confirmed.coolingOffKept}, ${order.version},
      ${order.state}, ${order.reason}, ${order.accountId}, ${order.debtorAccount}, ${order.beneficiaryId},
      ${order.beneficiaryVersion}, ${order.creditorName}, ${order.creditorAccount},
      ${order.amountMinor.toString()}::numeric, ${order.feeMinor.toString()}::numeric, ${order.currency},
      ${order.reference}, ${order.chargeBearer}, ${order.instant}, ${order.purpose}, ${order.frequency}, ${order.startOn}::date, ${order.endOn}::date, ${order.times},
      ${order.restDays}, ${order.nextPosition}, ${order.nextDueOn}::date)
  `.execute(sql);
}

/** Writes everything of a locked order that may change, and counts its version up. */
export async function updateOrder(sql: Sql, order: StoredOrder): Promise<void> {
  await query`
    update orders.standing_order set version = version + 1, state = ${order.state}, reason = ${order.reason},
      person_id = ${order.personId}, ordered_by = ${order.orderedBy}, confirmed_at = ${order.confirmed.at},
      cooling_off_kept = ${order.confirmed.coolingOffKept}, account_id = ${order.accountId},
      debtor_account = ${order.debtorAccount}, currency = ${order.currency}, beneficiary_version = ${order.beneficiaryVersion}, creditor_name = ${order.creditorName},
      creditor_account = ${order.creditorAccount}, amount_minor = ${order.amountMinor.toString()}::numeric, fee_minor = ${order.feeMinor.toString()}::numeric,
      reference = ${order.reference},
      frequency = ${order.frequency}, start_on = ${order.startOn}::date, end_on = ${order.endOn}::date,
      times = ${order.times}, rest_days = ${order.restDays}, next_position = ${order.nextPosition},
      next_due_on = ${order.nextDueOn}::date, retry_at = ${order.retryAt}
    where id = ${order.id}
  `.execute(sql);
}

interface OrderKey {
  readonly clientId: string;
  readonly id: string;
}

/** A standing order of a client; another client's does not exist. */
export async function findOrder(sql: Sql, { clientId, id }: OrderKey): Promise<StoredOrder | undefined> {
  const { rows } = await query<Row>`
    select ${columns} from orders.standing_order where id = ${id} and client_id = ${clientId}
  `.execute(sql);
  return rows[0] && toStored(rows[0]);
}

/** Reads one and locks it: runs and changes are decided one after the other, on what is true. */
export async function lockOrder(sql: Sql, id: string): Promise<StoredOrder | undefined> {
  await query`select from orders.standing_order where id = ${id} for no key update`.execute(sql);
  return readLocked(sql, id);
}

/** The same for a run, which leaves an order that someone else has in hand to them: the next look finds what is still due. */
export async function takeOrder(sql: Sql, id: string): Promise<StoredOrder | undefined> {
  const { rows } = await query`
    select from orders.standing_order where id = ${id} for no key update skip locked
  `.execute(sql);
  return rows.length > 0 ? readLocked(sql, id) : undefined;
}

/** A statement of its own, after the lock: what others wrote about single days before it is seen. */
async function readLocked(sql: Sql, id: string): Promise<StoredOrder | undefined> {
  const { rows } = await query<Row>`select ${columns} from orders.standing_order where id = ${id}`.execute(
    sql,
  );
  return rows[0] && toStored(rows[0]);
}

type ListQuery = EndpointInput<typeof listStandingOrders>['query'];

/** A page of a client's standing orders, newest first, and one further when there are more. */
export async function listOrders(
  sql: Sql,
  clientId: string,
  { limit, cursor, state, paymentId, beneficiaryId, accountId, personId }: ListQuery,
): Promise<StoredOrder[]> {
  const conditions: RawBuilder<unknown>[] = [query`client_id = ${clientId}`];
  if (cursor !== undefined) conditions.push(query`id < ${cursorId(cursor)}`);
  if (state !== undefined) conditions.push(query`(state = 'ENDED') = ${state === 'ended'}`);
  if (beneficiaryId !== undefined) conditions.push(query`beneficiary_id = ${beneficiaryId}`);
  if (accountId !== undefined) conditions.push(query`account_id = ${accountId}`);
  if (personId !== undefined) conditions.push(query`person_id = ${personId}`);
  if (paymentId !== undefined)
    conditions.push(query`id = (select order_id from orders.run where payment_id = ${paymentId})`);
  const { rows } = await query<Row>`
    select ${columns} from orders.standing_order where ${query.join(conditions, query` and `)}
    order by id desc limit ${limit + 1}
  `.execute(sql);
  return rows.map(toStored);
}

const openOn = ({ clientId, ...on }: DependsOn) =>
  query`select id from orders.standing_order
    where client_id = ${clientId} and state <> 'ENDED'
      and ${'accountId' in on ? query`account_id = ${on.accountId}` : query`beneficiary_id = ${on.beneficiaryId}`}
    order by id`;

/** Open orders that pay from an account or to a payee, as ids. */
export async function listDependingOn(sql: Sql, on: DependsOn): Promise<string[]> {
  const { rows } = await query<{ id: string }>`${openOn(on)}`.execute(sql);
  return rows.map(({ id }) => id);
}

/** The same, locked. */
export async function lockDependingOn(sql: Sql, on: DependsOn): Promise<string[]> {
  const { rows } = await query<{ id: string }>`${openOn(on)} for no key update`.execute(sql);
  return rows.map(({ id }) => id);
}

/** A client's orders that pay something until that day. */
export async function listPayingUntil(sql: Sql, clientId: string, until: string): Promise<StoredOrder[]> {
  const { rows } = await query<Row>`
    select ${columns} from orders.standing_order
    where client_id = ${clientId} and state = 'ACTIVE' and next_due_on <= ${until}::date
  `.execute(sql);
  return rows.map(toStored);
}

/** Every state but ENDED. Takes no lock. */
export async function countOpen(sql: Sql, clientId: string): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::int as count from orders.standing_order where client_id = ${clientId} and state <> 'ENDED'
  `.execute(sql);
  return rows[0]?.count ?? 0;
}

/** An order whose payment is due, and its day. */
export interface DueDay {
  readonly id: string;
  readonly dueOn: string;
}

/** A page of the orders with a payment that is due by now, those that waited longest first. */
export async function listDue(
  sql: Sql,
  calendar: Date,
  { after, limit }: { readonly after: DueDay | undefined; readonly limit: number },
): Promise<DueDay[]> {
  const later = after ? query`and (next_due_on, id) > (${after.dueOn}::date, ${after.id})` : query``;
  const { rows } = await query<DueDay>`
    select id, next_due_on::text as "dueOn" from orders.standing_order
    where state = 'ACTIVE' and next_due_on <= (${calendar}::timestamptz at time zone 'UTC')::date
      and (retry_at is null or retry_at <= ${calendar}) ${later}
    order by next_due_on, id limit ${limit}
  `.execute(sql);
  return rows;
}

/** Whether anything waits for a day. */
export async function hasActive(sql: Sql): Promise<boolean> {
  const { rows } = await query`
    select from orders.standing_order where state = 'ACTIVE' limit 1
  `.execute(sql);
  return rows.length > 0;
}
