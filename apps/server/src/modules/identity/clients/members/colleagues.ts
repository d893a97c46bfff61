/** SQL of the people who may currently act for given clients, by name, and of approvers suspended a short time ago; for approvals. */
import { sql as query } from 'kysely';
import type { Sql } from '../../../../platform/work.ts';
import { counts } from '../client-store.ts';

/** One person's place in one client. */
export interface Colleague {
  readonly clientId: string;
  /** The company, or the person's own name. */
  readonly clientName: string;
  readonly clientState: string;
  readonly personId: string;
  readonly name: string;
  readonly isBoss: boolean;
  /** Whether they may approve payments, payees and cards. */
  readonly canApprove: boolean;
  /** Whether they may order payments. */
  readonly canRequest: boolean;
  readonly canSeeCards: boolean;
  /** Whether they may ask for cards and change them. */
  readonly canChangeCards: boolean;
}

/** For so many days a suspended approver keeps a sole administrator from deciding alone. */
const suspensionDays = 7;

const name = (client: string) =>
  query.raw(`coalesce(${client}.company_name, concat_ws(' ', ${client}.first_name, ${client}.last_name))`);

const select = query`
  select m.client_id as "clientId", ${name('c')} as "clientName", c.state as "clientState", m.person_id as "personId",
    ${name('o')} as name, m.is_boss as "isBoss", m.is_boss or m.can_approve as "canApprove",
    m.is_boss or m.can_request_trans as "canRequest", m.is_boss or m.can_plast_view as "canSeeCards",
    m.is_boss or m.can_plast_perform as "canChangeCards", m.status = 'SUSPENDED' as "isSuspended"
  from identity.membership m
  join identity.client c on c.id = m.client_id
  join identity.client o on o.holder_id = m.person_id
`;
const countsNow = query.raw(counts);

/** Everyone who may act for these clients, by name; also approvers who were suspended within the last days, who may not. */
export async function findColleagues(
  sql: Sql,
  clientIds: readonly string[],
): Promise<Array<Colleague & { readonly isSuspended: boolean }>> {
  const { rows } = await query<Colleague & { readonly isSuspended: boolean }>`
    ${select} where m.client_id = any(${clientIds}::uuid[]) and (
      (${countsNow}) or (
        m.status = 'SUSPENDED' and m.suspended_at > now() - make_interval(days => ${suspensionDays}) and (m.is_boss or m.can_approve)
        and (m.valid_until is null or m.valid_until > now())
      )
    ) order by name, m.person_id
  `.execute(sql);
  return rows;
}

/** The clients that these persons may act for, and their place in each. */
export async function findPlaces(sql: Sql, personIds: readonly string[]): Promise<Colleague[]> {
  const { rows } = await query<Colleague>`
    ${select} where ${countsNow} and m.person_id = any(${personIds}::uuid[]) order by m.client_id, m.person_id
  `.execute(sql);
  return rows;
}
