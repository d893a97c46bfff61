/**
 * The end of quiet hours: held messages are sent, a single one as it is and several as one summary, once for each channel. Taking and sending held
 * messages is one transaction, so a repeated job finds nothing.
 */
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Locale, Sql, Work } from '@calmly/platform/work.ts';
import { emailMessage } from '@calmly/providers/email/index.ts';
import { addToOutbox } from '@calmly/providers/outbox/store.ts';
import { smsMessage } from '@calmly/providers/sms/index.ts';
import { findRecipients } from '../../../../identity/server/index.ts';
import { lostSince, readerOf } from '../rules.ts';
import { quietUntil } from './quiet.ts';
import { findQuietHours, type HeldMessage, type TakenMessage, takeHeld } from './quiet-store.ts';

export const releaseTask = 'notify_held';

/** Schedules the release of a person's held messages; a later call replaces an earlier one. */
export const scheduleRelease = (
  sql: Sql,
  ends: ReadonlyArray<{ readonly personId: string; readonly at: Date }>,
): Promise<void> =>
  addJobs(
    sql,
    ends.map(({ personId, at }) => ({
      task: releaseTask,
      payload: { personId },
      runAt: at,
      key: `${releaseTask}:${personId}`,
    })),
  );

/** Maximum number of lines in a summary; the portal's list has the rest. */
const linesMax = 10;

/** The job. Messages that the person may no longer see are dropped. */
export const releaseHeld =
  (portalUrl: string) =>
  async (work: Work, payload: unknown): Promise<void> => {
    const { sql, now } = work;
    const { personId } = payload as { personId: string };
    const until = quietUntil((await findQuietHours(sql, [personId])).get(personId), now);
    if (until) return scheduleRelease(sql, [{ personId, at: until }]);
    const taken = await takeHeld(sql, personId);
    const profiles = await findRecipients(sql, { clientIds: [], personIds: [personId] });
    const [recipient] = profiles;
    if (!recipient) return;
    const held = taken.filter((message) => lostSince(message, profiles) === undefined);
    const { email: to, phone, locale } = recipient;
    const { sms = [], email = [] } = Object.groupBy(held, ({ channel }) => channel);
    await addToOutbox(sql, [
      ...(sms.length > 0 && phone !== null
        ? [smsMessage({ to: phone, text: smsText(sms, locale) }, readerOf(personId, quotedIn(sms)))]
        : []),
      ...(email.length > 0
        ? [
            emailMessage(
              { to, locale, ...emailText(email, locale), link: linkOf(portalUrl, locale) },
              readerOf(personId, email),
            ),
          ]
        : []),
    ]);
  };

/** An SMS about several only counts them. */
const quotedIn = (held: readonly TakenMessage[]) => (held.length === 1 ? held : []);

function smsText(held: readonly HeldMessage[], locale: Locale): string {
  const [only] = held;
  if (only && held.length === 1) return only.text;
  return locale === 'en'
    ? `Calmly: ${held.length} notifications during your quiet hours. Open the portal to read them.`
    : `Calmly: уведомлений за тихие часы: ${held.length}. Прочитать их можно в портале.`;
}

const linkOf = (portalUrl: string, locale: Locale) => ({
  label: locale === 'en' ? 'Open Calmly' : 'Открыть Calmly',
  url: `${portalUrl}/dashboard`,
});

function emailText(held: readonly HeldMessage[], locale: Locale) {
  const lines = held.slice(0, linesMax).map(({ text }) => text);
  const more = held.length - lines.length;
  return locale === 'en'
    ? {
        subject: `During your quiet hours: ${held.length} ${held.length === 1 ? 'notification' : 'notifications'}`,
        paragraphs: [
          'This is what we held back during your quiet hours.',
          ...lines,
          ...(more > 0 ? [`And ${more} more in the portal.`] : []),
        ],
        closing: 'You can change your quiet hours in your profile, under Notifications.',
      }
    : {
        subject: `За тихие часы: уведомлений — ${held.length}`,
        paragraphs: [
          'Эти сообщения мы задержали до окончания тихих часов.',
          ...lines,
          ...(more > 0 ? [`Ещё ${more} — в портале.`] : []),
        ],
        closing: 'Изменить тихие часы можно в профиле, в разделе «Уведомления».',
      };
}
