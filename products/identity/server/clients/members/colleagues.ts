/** SQL for approvals: the people who may act for given clients, by name, and absent people with the right to approve. */

import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { counts } from '../client-store.ts';

/** One person's role in one client. */
export interface Colleague {
  readonly clientId: string;
  /** The company's name, or the person's own. */
  readonly clientName: string;
  readonly clientState: string;
  readonly personId: string;
  readonly name: string;
  readonly isBoss: boolean;
  /** Whether they may approve payments, payees and cards. */
  readonly canApprove: boolean;
  /** Whether they may order payments. */
  readonly canRequest: boolean;
  /** Whether they may add and change payees. */
  readonly canChangePayees: boolean;
  readonly canSeeCards: boolean;
  readonly seesConfidential: boolean;
  /** Whether they may ask for cards and change them. */
  readonly canChangeCards: boolean;
  /** Whether their access to the bank is frozen. */
  readonly isFrozen: boolean;
}

const name = (client: string) =>
  query.raw(`coalesce(${client}.company_name, concat_ws(' ', ${client}.first_name, ${client}.last_name))`);

const select = query`
  select m.client_id as "clientId", ${name('c')} as "clientName", c.state as "clientState", m.person_id as "personId",
    ${name('o')} as name, m.is_boss as "isBoss", m.is_boss or m.can_approve as "canApprove",
    m.is_boss or m.can_request_trans as "canRequest", m.is_boss or m.can_plast_view as "canSeeCards",
    m.is_boss or m.can_plast_perform as "canChangeCards", m.is_boss or m.can_create_benef as "canChangePayees",
    m.is_boss or m.can_view_confidential as "seesConfidential",
    not (${query.raw(counts)}) as "isAbsent",
    exists (select from identity.person p where p.id = m.person_id and p.frozen_at is not null) as "isFrozen"
  from identity.membership m
  join identity.client c on c.id = m.client_id
  join identity.client o on o.holder_id = m.person_id
`;
const countsNow = query.raw(counts);

/** A colleague, or a person with the right to approve whose membership is suspended or expired (`isAbsent`). */
export type Seat = Colleague & { readonly isAbsent: boolean };

/** Everyone who may act for these clients, by name, and absent people with the right to approve, who currently may not. */
export async function findColleagues(sql: Sql, clientIds: readonly string[]): Promise<Seat[]> {
  const { rows } = await query<Seat>`
    ${select} where m.client_id = any(${clientIds}::uuid[]) and ((${countsNow}) or m.is_boss or m.can_approve)
    order by name, m.person_id
  `.execute(sql);
  return rows;
}

/** The clients that these persons may act for, and their role in each. */
export async function findPlaces(sql: Sql, personIds: readonly string[]): Promise<Colleague[]> {
  const { rows } = await query<Colleague>`
    ${select} where ${countsNow} and m.person_id = any(${personIds}::uuid[]) order by m.client_id, m.person_id
  `.execute(sql);
  return rows;
}
