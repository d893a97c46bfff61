/** Notifies every administrator of a request to change the company's facts, and of its outcome, by email and in the portal. */
import { notify } from '../../../platform/notify/notices.ts';
import type { Work } from '../../../platform/work.ts';
import { findBosses, requireContact } from '../../identity/index.ts';
import { type ChangeEvent, sendChangeLetter } from './messages.ts';
import { partsOf } from './rules.ts';
import type { FactChange } from './store.ts';

export async function tellBosses(
  work: Work,
  told: {
    readonly event: ChangeEvent;
    readonly company: { readonly id: string; readonly name: string };
    readonly change: Pick<FactChange, 'facts' | 'askedBy'>;
    /** Of a rejection. */
    readonly reason?: string | undefined;
    readonly portalUrl: string;
  },
): Promise<void> {
  const { sql } = work;
  const { event, company, change } = told;
  const bosses = await findBosses(sql, company.id);
  for (const { personId } of bosses)
    await sendChangeLetter(sql, {
      contact: await requireContact(sql, personId),
      event,
      company: company.name,
      parts: partsOf(change.facts),
      by: change.askedBy,
      reason: told.reason,
      url: `${told.portalUrl}/account-profile?tab=company`,
    });
  const params = { event, company: company.name, by: change.askedBy };
  await notify(
    work,
    bosses.map(({ personId }) => ({ kind: 'company_changed', personId, params })),
  );
}
