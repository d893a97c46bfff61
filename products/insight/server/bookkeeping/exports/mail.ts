/**
 * Mails of export profiles: on the first of each month by the bank's calendar, in the profile's time zone. A mail has a link to the portal, where the
 * file is made when the person opens it; it names no account, amount or payee. A suspended member, or one who has lost the right, gets none, and the
 * profile waits for the next month.
 */
import { holdsRight } from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import { daysIn } from '@calmly/platform/time/zoned-days.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { sendEmail } from '@calmly/providers/email/index.ts';
import { findActorWithoutSession, findRecipients } from '../../../../identity/server/index.ts';
import { mailText } from './mail-texts.ts';
import { monthBefore, nextMail } from './period.ts';
import { type DueProfile, hasMailed, lockDue, setNextMail } from './profile-store.ts';

export const exportMailsTask = 'bookkeeping_exports';

const hourMs = 3_600_000;
const atOnce = 200;

/** Schedules the next run within the hour; all requests meanwhile are the same. Moving the sandbox's calendar runs it at once. */
export async function scheduleMails({ sql, now }: Pick<Work, 'sql' | 'now'>): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);
  await addJobs(sql, [{ task: exportMailsTask, payload: {}, runAt, key: exportMailsTask }]);
}

/** At a server's start: schedules the job if any profile is mailed. */
export async function startMails(sql: Sql): Promise<void> {
  if (await hasMailed(sql)) await scheduleMails({ sql, now: new Date() });
}

/** The job. */
export const sendExportMails =
  (portalUrl: string) =>
  async (work: Work): Promise<void> => {
    const { sql } = work;
    const now = await businessTime(work);
    const due = await lockDue(sql, now, atOnce);
    for (const profile of due) {
      await mail(work, portalUrl, profile, now);
      await setNextMail(sql, profile.id, nextMail(daysIn(profile.timeZone), now));
    }
    if (due.length === atOnce)
      await addJobs(sql, [{ task: exportMailsTask, payload: {}, key: exportMailsTask }]);
    else if (await hasMailed(sql)) await scheduleMails(work);
  };

async function mail(
  { sql }: Work,
  portalUrl: string,
  { id, name, timeZone, clientId, personId }: DueProfile,
  now: Date,
): Promise<void> {
  const actor = await findActorWithoutSession(sql, { id, personId, clientId });
  if (actor?.state !== 'ACTIVE' || !holdsRight(actor, 'can_view_statements')) return;
  const recipients = await findRecipients(sql, { clientIds: [clientId], personIds: [] });
  const recipient = recipients.find((each) => each.personId === personId);
  if (!recipient) return;
  const { email: to, locale } = recipient;
  const month = monthBefore(daysIn(timeZone), now);
  const { label, ...words } = mailText(locale, { name, month, holder: actor.displayName });
  const url = new URL('/payments', portalUrl);
  for (const [key, value] of Object.entries({ tab: 'bookkeeping', export: id, month, profile: clientId }))
    url.searchParams.set(key, value);
  await sendEmail(
    sql,
    { to, locale, ...words, link: { label, url: url.href } },
    { personId, about: [{ clientId, audience: null }] },
  );
}
