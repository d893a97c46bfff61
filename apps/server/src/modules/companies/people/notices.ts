/**
 * Notifies about a change of a company's people: the person concerned by email and in the portal, every administrator in the portal. The
 * portal has the texts; the facts are the company, the person and the change.
 */
import { notify } from '../../../platform/notify/notices.ts';
import type { Work } from '../../../platform/work.ts';
import { findAdministrators, requireContact } from '../../identity/index.ts';
import type { Party } from './members.ts';
import { type PersonEvent, sendPersonEvent } from './messages.ts';

/** Tells the person whom it concerns, and the administrators. `party.by` is who did it. */
export async function tellPeople(
  work: Work,
  party: Party,
  event: {
    readonly kind: PersonEvent;
    readonly person: { readonly id: string; readonly name: string };
    readonly portalUrl: string;
  },
): Promise<void> {
  const { kind, person, portalUrl } = event;
  const { clientId, company, by } = party;
  await sendPersonEvent(work.sql, {
    contact: await requireContact(work.sql, person.id),
    event: kind,
    company,
    ...(by.id === person.id ? {} : { by: by.name }),
    url: portalUrl,
  });
  const administrators = await findAdministrators(work.sql, clientId);
  const params = { event: kind, company, person: person.name, by: by.name };
  await notify(work, [
    { kind: 'membership_changed', personId: person.id, params },
    ...administrators
      .filter(({ personId }) => personId !== person.id)
      .map(({ personId }) => ({
        kind: 'colleague_changed' as const,
        personId,
        aboutClientId: clientId,
        params,
      })),
  ]);
}
