/**
 * Changes of a company's address. The address is one of its facts, even if the change comes from the address form: only an administrator may request
 * one, all administrators are notified, and the bank decides based on the address at the time of the request.
 */
import type { ResidentialAddress } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { clientName, lockClientState } from '../../../../identity/server/index.ts';
import { findCompany, moveSeat } from '../company/store.ts';
import { lockAsAdministrator } from '../people/members.ts';
import { requireInForce } from './in-force.ts';
import type { ChangeEvent } from './messages.ts';
import { tellAdministrators } from './notices.ts';
import { factsVersion, partsOf } from './rules.ts';
import { factChanges } from './store.ts';

/** The base of an address change; undefined for an own profile, whose address is not a company's fact. */
export interface SeatBase {
  readonly basedOn: string;
  /** The requester. */
  readonly by: string;
}

/** Errors: `boss_needed`; `company_change_open` while another change of the address is open. Locks the company's people. */
export async function beginSeatChange(work: Work, actor: ClientActor): Promise<SeatBase | undefined> {
  if (actor.role !== 'LEGAL') return undefined;
  const { clientId, by } = await lockAsAdministrator(work, actor);
  const company = await findCompany(work.sql, clientId);
  if (!company) return undefined;
  const [newest] = await factChanges.list(work.sql, { clientId, before: undefined, limit: 1 });
  if (newest?.state === 'WAITING' && partsOf(newest.facts).includes('address'))
    throw new Problem('company_change_open');
  return { basedOn: factsVersion(company, ['address']), by: by.name };
}

/** Locks the people of the request's company; false for an own profile. */
export async function lockSeat(sql: Sql, clientId: string): Promise<boolean> {
  if (!(await findCompany(sql, clientId))) return false;
  await lockClientState(sql, clientId);
  return true;
}

/** Applies a granted address. Refuses if the requester is no longer an administrator, or the address has changed since. */
export async function takeSeat(
  sql: Sql,
  request: { readonly clientId: string; readonly personId: string; readonly basedOn: string | null },
  address: ResidentialAddress,
): Promise<void> {
  const company = await findCompany(sql, request.clientId);
  if (!company) return;
  await requireInForce(sql, company, { ...request, parts: ['address'] });
  await moveSeat(sql, request.clientId, address);
}

/** Notifies every administrator of the company. */
export async function tellOfSeat(
  work: Work,
  told: {
    readonly event: ChangeEvent;
    readonly clientId: string;
    readonly address: ResidentialAddress;
    readonly by: string;
    readonly reason?: string | undefined;
    readonly portalUrl: string;
  },
): Promise<void> {
  const { event, clientId: id, address, by: askedBy, reason, portalUrl } = told;
  const company = { id, name: await clientName(work.sql, id) };
  await tellAdministrators(work, {
    event,
    company,
    change: { facts: { address }, askedBy },
    reason,
    portalUrl,
  });
}
