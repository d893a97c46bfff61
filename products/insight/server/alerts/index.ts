/**
 * Alerts: notifications about accounts that a person sets up in addition to the standard ones. Thresholds become notifications
 * (`platform/notify/notices.ts`), digests are emails. Owns the schema `alerts`. Reasons: products/notifications/README.md. Source: server page
 * section 12.
 */

import * as contract from '@calmly/contract';
import type { Module } from '@calmly/platform/module.ts';
import type { AccountSource } from '../../../accounts/server/statements/index.ts';
import { leaversPurge } from '../../../identity/server/index.ts';
import { activity } from './activity.ts';
import { changeDigest, readDigest } from './digest/digest.ts';
import { digestsTask, sendDigests, startDigests } from './digest/send.ts';
import { startSweeps, sweepThresholds, thresholdsTask } from './thresholds/sweep.ts';
import { changeThreshold, deleteThreshold, readThresholds } from './thresholds/thresholds.ts';

export { digestsTask } from './digest/send.ts';
export { thresholdsTask } from './thresholds/sweep.ts';

export interface AlertsOptions {
  /** The accounts, cards and wallets that may have alerts. */
  readonly sources: readonly AccountSource[];
  readonly portalUrl: string;
}

/** At the server's start its jobs are rescheduled if anyone needs them. */
export const createAlertsModule = ({ sources, portalUrl }: AlertsOptions): Module => ({
  name: 'alerts',
  activity,
  purges: [leaversPurge('alerts.threshold'), leaversPurge('alerts.digest')],
  routes(router) {
    router.read(contract.listThresholds, (work) => readThresholds(work, sources));
    router.write(contract.saveThreshold, (work, { body }) => changeThreshold(work, sources, body));
    router.write(contract.removeThreshold, (work, { params }) => deleteThreshold(work, params.id));
    router.read(contract.getDigest, readDigest);
    router.write(contract.saveDigest, (work, { body }) => changeDigest(work, sources, body));
  },
  jobs: {
    [thresholdsTask]: { lane: 'messages', isPersistent: true, inside: sweepThresholds(sources) },
    [digestsTask]: { lane: 'messages', isPersistent: true, inside: sendDigests({ portalUrl, sources }) },
  },
  start: async (sql) => {
    await startSweeps(sql);
    await startDigests(sql);
  },
});
