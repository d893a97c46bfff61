/**
 * Notifications: tells people what happened, by the ways they chose: a line in the portal's list, an e-mail, an SMS. Owns the
 * schema `notifications`. What there is to tell comes from anywhere in the house as a notice (`platform/notices.ts`).
 *
 * Messages about the account's safety are written by the module that acts, in its own transaction; here they become lines of the
 * list only. Source: server page section 12.
 */
import type { Module } from '../../platform/module.ts';
import { notifyTask } from '../../platform/notices.ts';
import { notificationRoutes } from './routes.ts';
import { notificationPurge } from './store.ts';
import { handleNotices } from './tell.ts';

/** The module; links in messages begin with the portal's address. */
export const createNotificationsModule = ({ portalUrl }: { readonly portalUrl: string }): Module => ({
  name: 'notifications',
  routes: notificationRoutes,
  jobs: { [notifyTask]: handleNotices(portalUrl) },
  purges: [notificationPurge],
});
