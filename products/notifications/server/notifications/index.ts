/**
 * Notifications: informs people of events by the channels they chose: the portal's list, email, SMS, browsers. Owns the schema `notifications`. Any
 * module can send a notice (`platform/notify/notices.ts`).
 * Messages about the security of an account are written by the module that acts, in its own transaction; here they only become entries of the list.
 * Source: server page section 12.
 */
import type { Module } from '@calmly/platform/module.ts';
import { notifyTask } from '@calmly/platform/notify/notices.ts';
import { activity } from './activity.ts';
import { releaseHeld, releaseTask } from './quiet/release.ts';
import { notificationRoutes } from './routes.ts';
import { notificationPurge } from './store.ts';
import { handleNotices } from './tell.ts';
import { browserPurge } from './web-push/store.ts';
import type { WebPush } from './web-push/web-push.ts';

export { countByTopic } from './count.ts';
export { lostReader } from './tell.ts';
export { sealedPushKey } from './web-push/push-key.ts';
export { createWebPush, type WebPush } from './web-push/web-push.ts';

/** The module; links in messages start with the portal's address. */
export const createNotificationsModule = ({
  portalUrl,
  webPush,
}: {
  readonly portalUrl: string;
  readonly webPush: WebPush;
}): Module => ({
  name: 'notifications',
  activity,
  routes(router) {
    notificationRoutes(router);
    webPush.routes(router);
  },
  jobs: {
    [notifyTask]: handleNotices(portalUrl),
    [releaseTask]: { lane: 'messages', inside: releaseHeld(portalUrl) },
  },
  purges: [notificationPurge, browserPurge],
});
