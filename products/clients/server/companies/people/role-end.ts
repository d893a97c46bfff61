/**
 * Invitations and handover offers end when their sender stops being an administrator. Otherwise a removed person could return by an invitation to
 * another of their addresses, once they are an administrator again. A suspension only pauses offers.
 */
import { audit } from '@calmly/platform/audit.ts';
import type { Work } from '@calmly/platform/work.ts';
import { findMember, type MemberKey } from '../../../../identity/server/index.ts';
import { endHandoversFrom } from '../handovers/store.ts';
import { withdrawOpenBy } from '../invitations/store.ts';

/** Does nothing while the person is an administrator. The caller holds the lock of the company's people. */
export async function endOffersUnlessAdministrator(work: Work, key: MemberKey): Promise<void> {
  const { clientId, personId } = key;
  const member = await findMember(work.sql, { clientId, personId });
  const isOver = member?.validUntil != null && member.validUntil <= work.now;
  if (member?.rights.is_boss && !isOver) return;
  for (const { id, email } of await withdrawOpenBy(work.sql, key))
    await audit(work, { action: 'invitation.withdrawn', clientId, details: { id, email } });
  for (const { id } of await endHandoversFrom(work.sql, key))
    await audit(work, { action: 'handover.ended', clientId, details: { id } });
}
