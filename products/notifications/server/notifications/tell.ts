/**
 * Delivers a list of notices: finds the recipients, writes the entries of the portal's list and sends each person's chosen emails, SMS and browser
 * messages, in the job's own transaction and in few statements however long the list is.
 */
import { notificationKinds } from '@calmly/contract';

import type { QueuedNotice } from '@calmly/platform/notify/notices.ts';
import { publishAll } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import { type Email, emailMessage, type Profile } from '@calmly/providers/email/index.ts';
import type { LostReader } from '@calmly/providers/outbox/delivery.ts';
import { addToOutbox, type NewMessage } from '@calmly/providers/outbox/store.ts';
import { smsMessage } from '@calmly/providers/sms/index.ts';
import { findPersonNames, findRecipients, type Recipient } from '../../../identity/server/index.ts';
import { emailOf, smsTextOf } from './message.ts';
import { quietUntil, type StoredQuietHours } from './quiet/quiet.ts';
import { findQuietHours, type HeldMessage, insertHeld } from './quiet/quiet-store.ts';
import { scheduleRelease } from './quiet/release.ts';
import { isToldElsewhere, lostSince, readerOf, waysOf } from './rules.ts';
import { findChoices, insertNotifications, type NewNotification } from './store.ts';
import { type PushedNotice, pushMessages } from './web-push/push-messages.ts';

/** The handler of the task that `notify` adds. */
export const handleNotices = (
  portalUrl: string,
): { lane: 'messages'; together: (work: Work, payloads: readonly unknown[]) => Promise<void> } => ({
  lane: 'messages',
  together: (work, payloads) => {
    // A repeated job may be in the same group twice.
    const notices = new Map((payloads as QueuedNotice[][]).flat().map((notice) => [notice.id, notice]));
    return tell(work, [...notices.values()], portalUrl);
  },
});

/** One notice for one recipient. */
interface AddressedNotice {
  readonly notification: NewNotification;
  readonly recipient: Recipient;
  /** The profile concerned, for a recipient with several. */
  readonly profile: Profile | undefined;
  /** The clients whose browsers show it. */
  readonly clientIds: readonly string[];
  readonly email: boolean;
  readonly sms: boolean;
  readonly push: boolean;
}

async function tell(work: Work, notices: readonly QueuedNotice[], portalUrl: string): Promise<void> {
  const told = await addressNotices(work, notices);
  if (told.length === 0) return;
  const fresh = await insertNotifications(
    work.sql,
    told.map(({ notification }) => notification),
  );
  const isFresh = new Set(fresh.map(({ id, personId }) => `${id} ${personId}`));
  const news = told.filter(({ notification: { id, personId } }) => isFresh.has(`${id} ${personId}`));
  await send(work, news, portalUrl);
  const clientIds = new Set(news.flatMap((entry) => entry.clientIds));
  await publishAll(
    work.sql,
    [...clientIds].map((clientId) => ({ clientId, event: { topic: 'notifications' } })),
  );
}

async function addressNotices({ sql }: Work, notices: readonly QueuedNotice[]): Promise<AddressedNotice[]> {
  const recipients = await findRecipients(sql, {
    clientIds: notices.flatMap(({ clientId }) => clientId ?? []),
    personIds: notices.flatMap(({ clientId, personId }) => (clientId ? [] : (personId ?? []))),
  });
  const choices = await findChoices(sql, [...new Set(recipients.map(({ personId }) => personId))]);
  const names = await findPersonNames(sql, namedTo(notices, recipients));
  const places = new Set(recipients.map(({ clientId, personId }) => `${clientId} ${personId}`));
  const actsFor = (personId: string, clientId: string) => places.has(`${clientId} ${personId}`);
  return notices.flatMap((notice) => {
    const topic = notificationKinds[notice.kind];
    const concerned = recipients.filter(
      ({ clientId, personId, seesConfidential }) =>
        clientId === (notice.clientId ?? clientId) &&
        personId === (notice.personId ?? personId) &&
        actsFor(personId, notice.aboutClientId ?? clientId) &&
        (notice.audience === undefined || seesConfidential === (notice.audience === 'confidential')),
    );
    // A notice about a person with several profiles is shown as the same entry in each of them.
    const byPerson = Map.groupBy(concerned, ({ personId }) => personId);
    return [...byPerson.values()].flatMap((profiles): AddressedNotice | [] => {
      const [recipient] = profiles;
      if (!recipient) return [];
      const ways = waysOf(topic, choices.get(recipient.personId)?.get(topic));
      const byMessage = !isToldElsewhere(topic);
      return {
        recipient,
        profile: profileOf(recipient.personId, notice, recipients),
        clientIds: profiles.map(({ clientId }) => clientId),
        email: byMessage && ways.email,
        sms: byMessage && ways.sms,
        push: ways.push,
        notification: {
          id: notice.id,
          personId: recipient.personId,
          clientId: notice.clientId ?? null,
          kind: notice.kind,
          params: paramsFor(notice, recipient, names),
          subjectId: notice.subjectId ?? null,
          audience: notice.audience ?? null,
          aboutClientId: notice.aboutClientId ?? null,
          listed: ways.portal,
          at: notice.at,
        },
      };
    });
  });
}

/** The profile of a notice, if the person has several. */
function profileOf(
  personId: string,
  { clientId, aboutClientId = clientId }: QueuedNotice,
  recipients: readonly Recipient[],
): Profile | undefined {
  const found = recipients.find((each) => each.personId === personId && each.clientId === aboutClientId);
  return found && found.profileName !== null ? { id: found.clientId, name: found.profileName } : undefined;
}

type ByPerson = Pick<QueuedNotice, 'byPersonId' | 'clientId' | 'params'>;

/** The people who caused events that others are notified of too. */
const namedTo = (notices: readonly ByPerson[], recipients: readonly Recipient[]): string[] => [
  ...new Set(
    notices.flatMap(({ byPersonId, clientId }) =>
      byPersonId !== undefined &&
      recipients.some((each) => each.clientId === clientId && each.personId !== byPersonId)
        ? [byPersonId]
        : [],
    ),
  ),
];

function paramsFor(
  { byPersonId, params = {} }: ByPerson,
  { personId }: Recipient,
  names: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const person = byPersonId === personId ? undefined : names.get(byPersonId ?? '');
  return person === undefined ? params : { ...params, person };
}

/**
 * Sends at once, or stores for the end of the reader's quiet hours. Security notices never wait: other modules write their emails and SMS, and
 * browsers show them at once.
 */
async function send({ sql, now }: Work, news: readonly AddressedNotice[], portalUrl: string): Promise<void> {
  const reached = news.filter(({ email, sms, push }) => email || sms || push);
  if (reached.length === 0) return;
  const hours = await findQuietHours(sql, [...new Set(reached.map(({ recipient }) => recipient.personId))]);
  const messages: NewMessage[] = [];
  const held: HeldMessage[] = [];
  const pushed: PushedNotice[] = [];
  const ends = new Map<string, Date>();
  for (const entry of reached) {
    const { personId } = entry.recipient;
    const own = hours.get(personId);
    const until = quietUntil(own, now);
    const parted = messagesOf(entry, portalUrl, until && own);
    messages.push(...parted.messages);
    held.push(...parted.held);
    if (until && parted.held.length > 0) ends.set(personId, until);
    const waits = !isToldElsewhere(notificationKinds[entry.notification.kind]);
    if (entry.push)
      pushed.push({
        ...entry,
        reader: readerOfNotification(entry.notification),
        notBefore: waits ? until : undefined,
      });
  }
  await addToOutbox(sql, [...messages, ...(await pushMessages(sql, pushed, portalUrl))]);
  await insertHeld(sql, held, now);
  await scheduleRelease(
    sql,
    [...ends].map(([personId, at]) => ({ personId, at })),
  );
}

/** `quiet`: the reader's current quiet hours. */
function messagesOf(
  { notification, recipient, profile, email, sms }: AddressedNotice,
  portalUrl: string,
  quiet: StoredQuietHours | undefined,
): { readonly messages: NewMessage[]; readonly held: HeldMessage[] } {
  const parts = emailOf(notification, { ...recipient, profile, portalUrl });
  const messages: NewMessage[] = [];
  const held: HeldMessage[] = [];
  if (!parts) return { messages, held };
  const { personId, phone } = recipient;
  const reader = readerOfNotification(notification);
  const key = { personId, notificationId: notification.id };
  if (email && quiet?.holdsEmail) held.push({ ...key, channel: 'email', text: heldText(parts) });
  else if (email) messages.push(emailMessage(parts, reader));
  if (sms && phone !== null && quiet) held.push({ ...key, channel: 'sms', text: smsTextOf(parts) });
  else if (sms && phone !== null) messages.push(smsMessage({ to: phone, text: smsTextOf(parts) }, reader));
  return { messages, held };
}

/** A line of the summary of several messages. */
const heldText = ({ subject, profile }: Email): string => (profile ? `${profile.name}: ${subject}` : subject);

const readerOfNotification = ({ personId, clientId, aboutClientId, audience }: NewNotification) =>
  readerOf(personId, [{ clientId: clientId ?? aboutClientId, audience }]);

/**
 * Why the reader of a delayed message in the outbox may no longer read it, if so. A message about several profiles, such as a summary, is dropped as
 * a whole: the portal's lists have the rest.
 */
export const lostReader: LostReader = async (sql, { personId, about }) => {
  const profiles = await findRecipients(sql, { clientIds: [], personIds: [personId] });
  return about.map((each) => lostSince(each, profiles)).find((reason) => reason !== undefined);
};
