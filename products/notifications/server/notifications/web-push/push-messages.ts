/**
 * Notifications for browsers. Without details they only name the kind of event, because anyone can read a screen; with details they contain the first
 * line of the email. A click opens the same page as the email's button.
 */
import { type NotificationKind, notificationKinds } from '@calmly/contract';
import { notificationTitles as english } from '@calmly/contract/words/en/notification-titles';
import { notificationTitles as russian } from '@calmly/contract/words/ru/notification-titles';
import type { Locale, Sql } from '@calmly/platform/work.ts';
import type { Profile } from '@calmly/providers/email/index.ts';
import type { NewMessage, Reader } from '@calmly/providers/outbox/store.ts';
import { z } from 'zod';
import type { Recipient } from '../../../../identity/server/index.ts';
import { emailOf, type MessageReader } from '../message.ts';
import type { NewNotification } from '../store.ts';
import { findSubscriptions } from './store.ts';

const titles = { en: english, ru: russian } as const satisfies Record<Locale, unknown>;

/** The queued message. `shown` is the service worker's part (`apps/web/src/sw.ts`). */
export const zEnvelope = z.strictObject({
  urgency: z.enum(['normal', 'high']),
  shown: z.strictObject({
    /** A repeated message replaces itself. */
    id: z.uuid(),
    lang: z.enum(['en', 'ru']),
    title: z.string(),
    body: z.string(),
    /** Path of the portal. */
    path: z.string().startsWith('/'),
  }),
});
type Shown = z.output<typeof zEnvelope>['shown'];

/** One notification for one person who wants it in their browsers. */
export interface PushedNotice {
  readonly notification: Pick<NewNotification, 'id' | 'kind' | 'params' | 'subjectId'>;
  readonly recipient: Recipient;
  readonly profile: Profile | undefined;
  readonly reader: Reader | undefined;
  /** Not delivered before this, such as the end of the person's quiet hours. */
  readonly notBefore?: Date | undefined;
}

const seeMore: Readonly<Record<Locale, string>> = {
  en: 'Open Calmly to see the details.',
  ru: 'Подробности — в Calmly.',
};
/** Maximum number of characters; the rest is in the portal. */
const longestBody = 240;

/** The messages for all browsers of these people, read in one statement. */
export async function pushMessages(
  sql: Sql,
  notices: readonly PushedNotice[],
  portalUrl: string,
): Promise<NewMessage[]> {
  if (notices.length === 0) return [];
  const personIds = new Set(notices.map(({ recipient }) => recipient.personId));
  const browsers = Map.groupBy(await findSubscriptions(sql, [...personIds]), ({ personId }) => personId);
  return notices.flatMap(({ notification, recipient, profile, reader, notBefore }) =>
    (browsers.get(recipient.personId) ?? []).map(({ id, details }): NewMessage => {
      const shown = shownOf(notification, { ...recipient, profile, portalUrl }, details);
      const urgency = isUrgent(notification.kind) ? 'high' : 'normal';
      const text = JSON.stringify({ urgency, shown } satisfies z.input<typeof zEnvelope>);
      return { channel: 'push', recipient: id, subject: null, text, email: null, reader, notBefore };
    }),
  );
}

/** The content that one browser shows. */
export function shownOf(
  notification: PushedNotice['notification'],
  reader: MessageReader,
  details: boolean,
): Shown {
  const { id, kind, params } = notification;
  const { locale, portalUrl } = reader;
  const email = emailOf(notification, reader);
  const said = email?.paragraphs[0] ?? params.device ?? params.factor ?? params.company ?? '';
  const about = email?.profile;
  const body = details && said !== '' ? `${about ? `${about.name}: ` : ''}${said}` : seeMore[locale];
  const path = withProfile(email?.link?.url.slice(portalUrl.length) ?? pathOf(notification), about);
  return { id, lang: locale, title: titles[locale][kind], body: body.slice(0, longestBody), path };
}

const withProfile = (path: string, profile: Profile | undefined): string =>
  profile ? `${path}${path.includes('?') ? '&' : '?'}profile=${profile.id}` : path;

/** Security alerts, and requests that someone waits for. */
const isUrgent = (kind: NotificationKind): boolean =>
  ['sign_in', 'security', 'approvals'].includes(notificationKinds[kind]);

const tabs: Partial<Record<NotificationKind, string>> = {
  contact_changed: 'personal',
  address_changed: 'personal',
  application_connected: 'connections',
  colleague_changed: 'people',
  company_changed: 'company',
};

/** For kinds without an email in this module. */
function pathOf({ kind, subjectId }: PushedNotice['notification']): string {
  if (kind === 'news' || kind === 'membership_changed') return '/dashboard';
  if (kind === 'company_invitation' && subjectId !== null) return `/invitation?id=${subjectId}`;
  return `/account-profile?tab=${tabs[kind] ?? 'security'}`;
}
