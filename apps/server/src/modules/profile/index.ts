/**
 * The client's own record and how it changes: address (the bank decides), e-mail and telephone (codes, and a way back),
 * language and theme. Owns the schema `profile`; what is in force is identity's.
 */
import type { Module } from '../../platform/module.ts';
import { addressChangeQueue } from './desk.ts';
import { type ProfileOptions, profileRoutes } from './routes.ts';

export const createProfileModule = (options: ProfileOptions): Module => ({
  name: 'profile',
  routes: (router) => profileRoutes(router, options),
  desk: [addressChangeQueue],
});
