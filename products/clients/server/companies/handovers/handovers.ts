/**
 * Handing over the administrator role: an administrator offers it with a code, and the colleague accepts it with a code. Nothing changes
 * before that. Then the colleague has every right without an end date, and the former administrator every right but that one.
 *
 * Errors in the order checked: not_found (not for the caller, ended, or the giver is no longer an administrator), phone_needed; those of
 * the code.
 */
import { allRights, type Handover } from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { changeMember, findMemberRecord, isMember, requireCode } from '../../../../identity/server/index.ts';
import { lockAsMember, type Party, requireCompany } from '../people/members.ts';
import { tellPeople } from '../people/notices.ts';
import { endOffersUnlessAdministrator } from '../people/role-end.ts';
import { takeOverSummary } from '../people/summaries.ts';
import * as store from './store.ts';

interface HandoverOptions {
  readonly portalUrl: string;
}

/** Offers the role of `party.by` to a colleague. */
export async function openHandover(
  work: Work,
  party: Party,
  { portalUrl }: HandoverOptions,
  to: { readonly handoverId: string; readonly id: string; readonly name: string },
): Promise<Handover> {
  const { clientId, by } = party;
  const { handoverId: id } = to;
  const handover = await store.insertHandover(work.sql, {
    id,
    clientId,
    fromPerson: by.id,
    fromName: by.name,
    toPerson: to.id,
    toName: to.name,
    createdAt: work.now,
  });
  await audit(work, { action: 'handover.offered', clientId, details: { id, from: by.id, to: to.id } });
  await tellPeople(work, party, { kind: 'offered', person: to, portalUrl });
  await publish(work.sql, clientId, { topic: 'client' });
  return viewHandover(handover);
}

/** `PUT /handovers/{id}`: the recipient takes the role. */
export async function acceptHandover(
  work: Work,
  actor: ClientActor,
  { portalUrl }: HandoverOptions,
  id: string,
): Promise<void> {
  const { sql } = work;
  const party = await lockAsMember(work, actor);
  const { clientId, company, by } = party;
  const handover = await store.lockHandover(sql, { id, clientId });
  if (handover?.toPerson !== actor.personId) throw new Problem('not_found');
  const giver = { clientId, personId: handover.fromPerson };
  const before = await findMemberRecord(sql, giver);
  if (!before?.rights.is_boss || !(await isMember(sql, giver))) throw new Problem('not_found');
  if (by.phone === null) throw new Problem('phone_needed');
  await requireCode(work, { summary: takeOverSummary(company), snapshot: '', money: 'stays' });
  await changeMember(work, { clientId, personId: actor.personId, rights: allRights, validUntil: null });
  await changeMember(work, { ...giver, rights: { ...allRights, is_boss: false } });
  await store.closeHandover(sql, id, 'ACCEPTED');
  await endOffersUnlessAdministrator(work, giver);
  await audit(work, { action: 'handover.accepted', details: { id, from: giver.personId } });
  await tellPeople(work, party, { kind: 'boss', person: by, portalUrl });
  await tellPeople(work, party, { kind: 'changed', person: before, portalUrl });
}

/** `DELETE /handovers/{id}`: declined by the recipient, or withdrawn by the giver or another administrator. */
export async function endHandover(work: Work, actor: ClientActor, id: string): Promise<void> {
  const { clientId, by } = await lockAsMember(work, actor);
  const handover = await store.lockHandover(work.sql, { id, clientId });
  const concerns = handover && [handover.fromPerson, handover.toPerson].includes(actor.personId);
  if (!handover || !(concerns || by.rights.is_boss)) throw new Problem('not_found');
  await store.closeHandover(work.sql, id, 'ENDED');
  await audit(work, { action: 'handover.ended', details: { id } });
  await publish(work.sql, clientId, { topic: 'client' });
}

/** `GET /handovers`: open offers. */
export async function listHandovers(
  sql: Sql,
  actor: ClientActor,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const page = { clientId: requireCompany(actor), before: cursorId(cursor), limit: limit + 1 };
  const handovers = await store.listHandovers(sql, page);
  return pageOf(handovers.map(viewHandover), limit);
}

const viewHandover = (handover: store.StoredHandover): Handover => ({
  id: handover.id,
  from: { id: handover.fromPerson, name: handover.fromName },
  to: { id: handover.toPerson, name: handover.toName },
  createdAt: handover.createdAt.toISOString(),
  expiresAt: handover.expiresAt.toISOString(),
});
