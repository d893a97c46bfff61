/**
 * SQL of cooling-off: who is cooling off, and how much of their allowance is used. The allowance is per person, not per client: a stolen
 * access reaches every company the person acts for, and separate allowances would add up.
 */

import { ruleAsked } from '@calmly/platform/exits.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { appliedThen, type CoolingPerson, waitsUntil } from './cooling-off.ts';
import { findAccess, findPersonFactors } from './store.ts';

export type CoolingPeople = ReadonlyMap<string, CoolingPerson>;

/** The persons among these whose access changed within the last day. Their allowances are locked until the transaction ends. */
export async function lockCooling(sql: Sql, personIds: readonly string[]): Promise<CoolingPeople> {
  ruleAsked('cooling_off');
  if (personIds.length === 0) return new Map();
  const { rows } = await query<{ personId: string; spentMinor: string }>`
    insert into identity.cooling_sum as known (person_id, spent_minor, counted_at)
    select p.id, 0, now() from identity.person p
    where p.id = any(${[...new Set(personIds)]}::uuid[]) and (
      greatest(p.password_reset_at, p.email_changed_at, p.phone_changed_at) > now() - interval '24 hours'
      or exists (select from identity.passkey k where k.person_id = p.id and k.created_at > now() - interval '24 hours')
      or exists (select from identity.totp t where t.person_id = p.id and t.created_at > now() - interval '24 hours')
    )
    order by p.id
    on conflict (person_id) do update set
      spent_minor = case when known.counted_at <= now() - interval '24 hours' then 0 else known.spent_minor end
    returning person_id as "personId", spent_minor::text as "spentMinor"
  `.execute(sql);
  const people = new Map<string, CoolingPerson>();
  for (const { personId, spentMinor } of rows) {
    const { access, now } = await findAccess(sql, personId, await findPersonFactors(sql, personId));
    people.set(personId, { access, now, spentMinor: BigInt(spentMinor) });
  }
  return people;
}

/** The same persons after one of them has used part of the allowance. */
export function afterPaying(people: CoolingPeople, personId: string, worthMinor: bigint): CoolingPeople {
  const person = people.get(personId);
  if (!person) return people;
  return new Map(people).set(personId, { ...person, spentMinor: person.spentMinor + worthMinor });
}

/** Adds payments to the persons' used allowances, which are locked. */
export async function countAllowances(
  sql: Sql,
  paid: ReadonlyArray<{ readonly personId: string; readonly worthMinor: bigint }>,
): Promise<void> {
  for (const { personId, worthMinor } of paid)
    await query`
      update identity.cooling_sum set spent_minor = spent_minor + ${worthMinor.toString()}::bigint, counted_at = now()
      where person_id = ${personId}
    `.execute(sql);
}

/** Whether cooling-off applied to a confirmation of that moment, for a payee known since then. */
export async function coolingOffApplied(
  sql: Sql,
  { personId, at, knownSince }: { readonly personId: string; readonly at: Date; readonly knownSince: Date },
): Promise<boolean> {
  const { access } = await findAccess(sql, personId, await findPersonFactors(sql, personId));
  return appliedThen(access, knownSince, at);
}

/** Until when the person cannot pay more than the allowance to payees known since a moment; undefined if a code is enough. */
export async function findCoolingOffEnd(
  sql: Sql,
  personId: string,
): Promise<(knownSince: Date) => Date | undefined> {
  const { access, now } = await findAccess(sql, personId, await findPersonFactors(sql, personId));
  return (knownSince) => waitsUntil(access, knownSince, now);
}
