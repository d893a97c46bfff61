/**
 * Notifications: tells people what happened, by the channels they chose: the portal's list, email, SMS. Owns the schema `notifications`.
 * Any module can send a notice (`platform/notify/notices.ts`).
 *
 * Messages about the security of an account are written by the module that acts, in its own transaction; here they only become lines of
 * the list. Source: server page section 12.
 */
import type { Module } from '../../platform/module.ts';
import { notifyTask } from '../../platform/notify/notices.ts';
import { releaseHeld, releaseTask } from './quiet/release.ts';
import { notificationRoutes } from './routes.ts';
import { notificationPurge } from './store.ts';
import { handleNotices } from './tell.ts';

export { countByTopic } from './count.ts';

/** The module; links in messages begin with the portal's address. */
export const createNotificationsModule = ({ portalUrl }: { readonly portalUrl: string }): Module => ({
  name: 'notifications',
  routes: notificationRoutes,
  jobs: { [notifyTask]: handleNotices(portalUrl), [releaseTask]: releaseHeld(portalUrl) },
  purges: [notificationPurge],
});
