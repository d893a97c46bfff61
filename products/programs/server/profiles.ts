/**
 * The profiles for which a person may answer an application: the own profile and companies that they manage, whichever is open. Each
 * must be active and have accepted the main terms in force, as for every call about money.
 *
 * Errors of a named profile, in the order checked: not_found, client_not_active, terms_not_accepted, boss_needed.
 */
import { type ConnectableProfile, connectableProfilesMax } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql } from '@calmly/platform/work.ts';
import { findActorWithoutSession, findPlaces } from '../../identity/server/index.ts';

/** The profiles to choose from, the current one first. */
export async function listConnectable(
  sql: Sql,
  { personId, clientId }: Pick<ClientActor, 'personId' | 'clientId'>,
): Promise<ConnectableProfile[]> {
  const places = (await findPlaces(sql, [personId])).filter(
    ({ isBoss, clientState }) => isBoss && clientState === 'ACTIVE',
  );
  const profiles: ConnectableProfile[] = [];
  for (const { clientId: id, clientName: name } of places) {
    const actor = await findIn(sql, personId, id);
    if (actor?.termsAccepted) profiles.push({ id, name, isCompany: actor.role === 'LEGAL' });
  }
  const isOpen = ({ id }: ConnectableProfile) => Number(id === clientId);
  return profiles.toSorted((one, other) => isOpen(other) - isOpen(one)).slice(0, connectableProfilesMax);
}

/** Refuses a profile that this person may not connect now. */
export async function requireConnectable(sql: Sql, personId: string, clientId: string): Promise<void> {
  const actor = await findIn(sql, personId, clientId);
  if (!actor) throw new Problem('not_found');
  if (actor.state !== 'ACTIVE') throw new Problem('client_not_active');
  if (!actor.termsAccepted) throw new Problem('terms_not_accepted');
  if (!actor.rights.is_boss) throw new Problem('boss_needed');
}

/** The person as they would act there; the session id is not used. */
const findIn = (sql: Sql, personId: string, clientId: string): Promise<ClientActor | undefined> =>
  findActorWithoutSession(sql, { id: personId, personId, clientId });
