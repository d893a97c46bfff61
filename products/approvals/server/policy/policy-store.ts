/** SQL of policies and of people's daily totals. No decisions here. */
import { type PolicyRules, zPolicyRules } from '@calmly/contract';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import { before } from '@calmly/platform/jobs/retention.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { z } from 'zod';

export interface PolicyRecord {
  readonly clientId: string;
  /** Increases with every change. */
  readonly version: number;
  readonly rules: PolicyRules;
  readonly changedAt: Date;
  readonly changedBy: string;
  readonly changedByName: string;
}

/** The policies of these clients; clients without one are absent. Rules are stored in wire form. */
export async function findPolicies(
  sql: Sql,
  clientIds: readonly string[],
): Promise<Map<string, PolicyRecord>> {
  const { rows } = await query<Omit<PolicyRecord, 'rules'> & { readonly rules: never }>`
    select client_id as "clientId", version, rules, changed_at as "changedAt", changed_by as "changedBy",
      changed_by_name as "changedByName"
    from approvals.policy where client_id = any(${clientIds}::uuid[])
  `.execute(sql);
  return new Map(rows.map((row) => [row.clientId, { ...row, rules: z.decode(zPolicyRules, row.rules) }]));
}

/** Writes the version that follows `after` (0: the first); returns whether that one was still current. */
export async function replacePolicy(
  sql: Sql,
  policy: Omit<PolicyRecord, 'version'>,
  after: number,
): Promise<boolean> {
  const rules = JSON.stringify(z.encode(zPolicyRules, policy.rules));
  const { rows } = await (after === 0
    ? query`
        insert into approvals.policy (client_id, version, rules, changed_at, changed_by, changed_by_name)
        values (${policy.clientId}, 1, ${rules}, ${policy.changedAt}, ${policy.changedBy}, ${policy.changedByName})
        on conflict do nothing returning client_id`
    : query`
        update approvals.policy
        set version = version + 1, rules = ${rules}, changed_at = ${policy.changedAt}, changed_by = ${policy.changedBy},
          changed_by_name = ${policy.changedByName}
        where client_id = ${policy.clientId} and version = ${after} returning client_id`
  ).execute(sql);
  return rows.length > 0;
}

/** A person's day in one currency; the day is the UTC day of the open transaction. */
export interface DayKey {
  readonly clientId: string;
  readonly personId: string;
  readonly currency: string;
}

const today = query`(now() at time zone 'utc')::date`;

export const dayTotalPurge = purgeOf('approvals.day_total', `day < ${before('approvals.day_total')}`);

/** The totals that people have requested today. A concurrent request of the same person waits until this transaction has ended. */
export async function lockDayTotals(sql: Sql, keys: readonly DayKey[]): Promise<bigint[]> {
  const names = [...new Set(keys.map(keyOf))].sort();
  await query`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name
  `.execute(sql);
  return findDayTotals(sql, keys);
}

/** The same, without waiting for a lock. */
export async function findDayTotals(sql: Sql, keys: readonly DayKey[]): Promise<bigint[]> {
  const { rows } = await query<DayKey & { readonly amountMinor: string }>`
    select client_id as "clientId", person_id as "personId", currency, amount_minor as "amountMinor"
    from approvals.day_total
    where day = ${today} and (client_id, person_id, currency) in (select * from unnest(${keyArrays(keys)}))
  `.execute(sql);
  const totals = new Map(rows.map((row) => [keyOf(row), BigInt(row.amountMinor)]));
  return keys.map((key) => totals.get(keyOf(key)) ?? 0n);
}

/** Adds to the totals of today. */
export async function addToDayTotals(
  sql: Sql,
  items: ReadonlyArray<DayKey & { readonly amountMinor: bigint }>,
): Promise<void> {
  if (items.length === 0) return;
  await query`
    insert into approvals.day_total as total (client_id, person_id, day, currency, amount_minor)
    select client_id, person_id, ${today}, currency, sum(amount_minor)
    from unnest(${keyArrays(items)}, ${items.map(({ amountMinor }) => amountMinor.toString())}::numeric[])
      as item (client_id, person_id, currency, amount_minor)
    group by client_id, person_id, currency
    order by client_id, person_id, currency
    on conflict (client_id, person_id, day, currency)
      do update set amount_minor = total.amount_minor + excluded.amount_minor
  `.execute(sql);
}

const keyOf = ({ clientId, personId, currency }: DayKey) => `${clientId} ${personId} ${currency}`;

const keyArrays = (keys: readonly DayKey[]) => query`${keys.map(({ clientId }) => clientId)}::uuid[],
  ${keys.map(({ personId }) => personId)}::uuid[], ${keys.map(({ currency }) => currency)}::text[]`;
