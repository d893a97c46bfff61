/** Notifies every administrator of a request to change the company's facts, and of its outcome, by email and in the portal. */
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Work } from '@calmly/platform/work.ts';
import { findAdministrators, requireContact } from '../../../../identity/server/index.ts';
import { type ChangeEvent, sendChangeLetter } from './messages.ts';
import { partsOf } from './rules.ts';
import type { FactChange } from './store.ts';

/** In the caller's transaction: the emails are sent after the commit. Does nothing if the company has no administrator. */
export async function tellAdministrators(
  work: Work,
  told: {
    readonly event: ChangeEvent;
    readonly company: { readonly id: string; readonly name: string };
    readonly change: Pick<FactChange, 'facts' | 'askedBy'>;
    /** The reason of a rejection. */
    readonly reason?: string | undefined;
    readonly portalUrl: string;
  },
): Promise<void> {
  const { sql } = work;
  const { event, company, change } = told;
  const administrators = await findAdministrators(sql, company.id);
  for (const { personId } of administrators)
    await sendChangeLetter(sql, {
      contact: await requireContact(sql, personId),
      reader: { personId, about: [{ clientId: company.id, audience: null }] },
      event,
      company: company.name,
      parts: partsOf(change.facts),
      by: change.askedBy,
      reason: told.reason,
      url: `${told.portalUrl}/account-profile?tab=company&profile=${company.id}`,
    });
  const params = { event, company: company.name, by: change.askedBy };
  await notify(
    work,
    administrators.map(({ personId }) => ({
      kind: 'company_changed',
      personId,
      aboutClientId: company.id,
      params,
    })),
  );
}
