/**
 * Notifies about a change of a company's people: the person concerned by email and in the portal, every administrator in the portal. The
 * portal has the texts; the facts are the company, the person and the change.
 */
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Work } from '@calmly/platform/work.ts';
import { findAdministrators, requireContact } from '../../../../identity/server/index.ts';
import type { Party } from './members.ts';
import { type PersonEvent, sendPersonEvent } from './messages.ts';

/** Notifies the person concerned, and the administrators. `party.by` made the change. */
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
  const { company, by } = party;
  await sendPersonEvent(work.sql, {
    contact: await requireContact(work.sql, person.id),
    event: kind,
    company,
    ...(by.id === person.id ? {} : { by: by.name }),
    url: portalUrl,
  });
  const params = { event: kind, company, person: person.name, by: by.name };
  await notify(work, [{ kind: 'membership_changed', personId: person.id, params }]);
  await tellAdministrators(work, party, { event: kind, person: person.name, except: person.id });
}

/** Notifies every administrator but one in the portal; `person` is a name, or the invited address. */
export async function tellAdministrators(
  work: Work,
  { clientId, company, by }: Party,
  {
    event,
    person,
    except = by.id,
  }: { readonly event: PersonEvent | 'invited'; readonly person: string; readonly except?: string },
): Promise<void> {
  const administrators = await findAdministrators(work.sql, clientId);
  await notify(
    work,
    administrators
      .filter(({ personId }) => personId !== except)
      .map(({ personId }) => ({
        kind: 'colleague_changed' as const,
        personId,
        aboutClientId: clientId,
        params: { event, company, person, by: by.name },
      })),
  );
}
