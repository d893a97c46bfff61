/**
 * Bulk payouts: many payments from one file, which is read, checked and corrected before anything is paid. Owns the schema `payouts`; payments move
 * the money. How files are read and rows are checked: products/payouts/README.md. Source: server page section 9; specification sections 3, 7.
 */
import type { Module } from '@calmly/platform/module.ts';
import { payoutNewsTask, payoutReviewedTask, type Submit } from '../../payments/server/payments/index.ts';
import { activity } from './activity.ts';
import { compareSome, namesTask } from './check/name-job.ts';
import { continueRepair, repairTask } from './editing/repair-rows.ts';
import { payoutPurges } from './file-store.ts';
import { tellUnpaid } from './outcomes/news.ts';
import { removeLeftFiles } from './reading/on-disk.ts';
import { readPayout } from './reading/read-payout.ts';
import { type PayoutTools, payoutRoutes } from './routes.ts';
import { payoutSearch } from './search.ts';
import { payTask } from './sending/confirm.ts';
import { endReviewed, payPayout } from './sending/pay.ts';
import { readTask } from './service.ts';
import { findById } from './store.ts';

export { listPaidRows, listPayoutCounts, type PaidRow } from './outcomes/paid-rows.ts';
export { payeesAdded } from './payees/link-payees.ts';
export { payoutApprovals } from './sending/approval.ts';
export { type PastPayout, writePastPayout } from './sending/past-payout.ts';
export { listPlannedPayees, type PlannedPayee, sumPlanned } from './sending/planned-store.ts';
export { findPayoutHolds } from './sending/sending-store.ts';

export { findPayout } from './store.ts';

export interface PayoutsOptions extends PayoutTools {
  readonly submit: Submit;
  /** Whether clients may use payouts; files uploaded before are read and purged in any case. */
  readonly isOn: boolean;
}

/**
 * With `isOn: false`, there are no routes and no search; jobs and purges remain for what was uploaded
 * before.
 */
export function createPayoutsModule({ isOn, ...tools }: PayoutsOptions): Module {
  return {
    name: 'payouts',
    activity,
    ...(isOn && { routes: (router) => payoutRoutes(router, tools), search: [payoutSearch] }),
    jobs: {
      [readTask]: {
        lane: 'files',
        clientOf: async (sql, payload) => (await findById(sql, String(payload)))?.clientId,
        outside: (work, payload) => readPayout(work, tools, String(payload)),
      },
      [payoutNewsTask]: { lane: 'messages', inside: (work, payload) => tellUnpaid(work, String(payload)) },
      [payoutReviewedTask]: (work, payload) => endReviewed(work, String(payload)),
      [repairTask]: {
        lane: 'files',
        outside: (work, payload) => continueRepair(work, tools, String(payload)),
      },
      [namesTask]: { lane: 'files', outside: (work, payload) => compareSome(work, tools, String(payload)) },
      [payTask]: { outside: (work, payload) => payPayout(work, tools, payload) },
    },
    purges: payoutPurges,
    start: removeLeftFiles,
  };
}
