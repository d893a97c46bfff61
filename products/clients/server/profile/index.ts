/**
 * Changes of a client's own data: address (the bank decides), email and phone (codes, with undo), language and theme. Owns the schema
 * `profile`; identity owns the current values.
 */
import type { Module } from '@calmly/platform/module.ts';
import { activity } from './activity.ts';
import { addressPurge } from './address-change.ts';
import { contactPurge } from './contact-store.ts';
import { addressChangeQueue } from './desk.ts';
import { type ProfileOptions, profileRoutes } from './routes.ts';

export const createProfileModule = (options: ProfileOptions): Module => ({
  name: 'profile',
  activity,
  routes: (router) => profileRoutes(router, options),
  desk: [addressChangeQueue(options)],
  purges: [addressPurge, contactPurge],
});
