/**
 * Bookkeeping: a client's category and note of its transactions, which of them need a receipt, and saved exports, some mailed each month. Owns the
 * schema `bookkeeping`; the receipts themselves belong to the transactions. Reasons: products/insight/bookkeeping.md. Source: product, pains 12 to
 * 14.
 * The list and its export are in the transactions module. `createBookkeeping` makes what that module needs from this one; the composition root passes
 * it in.
 */
import * as contract from '@calmly/contract';
import type { Module } from '@calmly/platform/module.ts';
import type { PriceProvider } from '@calmly/providers/price/index.ts';
import type { Bookkeeping } from '../../../accounts/server/transactions/index.ts';
import { leaversPurge, requireClientActor } from '../../../identity/server/index.ts';
import { activity } from './activity.ts';
import { categorise, changeNote, readAnnotations } from './annotations/annotate.ts';
import { findAnnotations, hasCategory } from './annotations/annotation-store.ts';
import { exportMailsTask, sendExportMails, startMails } from './exports/mail.ts';
import {
  changeProfile,
  createProfile,
  type ExportTools,
  readProfiles,
  removeProfile,
  runProfile,
} from './exports/profiles.ts';
import { changeReceiptRule, needsReceipt, readReceiptRule } from './receipts/rule.ts';

export { chosenCategory } from './annotations/annotation-store.ts';
export { counterpartyKey } from './annotations/payee-key.ts';
export { suggestCategories } from './annotations/suggest.ts';
export { exportMailsTask } from './exports/mail.ts';
export { receiptNeeds } from './receipts/rule.ts';

/** The bookkeeping functions for the list of transactions. */
export const createBookkeeping = (prices: PriceProvider): Bookkeeping => ({
  hasCategory,
  needsReceipt: needsReceipt(prices),
  writtenBeside: findAnnotations,
});

export interface BookkeepingOptions extends ExportTools {
  readonly bookkeeping: Bookkeeping;
  readonly portalUrl: string;
}

/** `bookkeeping` is the result of `createBookkeeping`, shared with the transactions module. */
export const createBookkeepingModule = ({
  bookkeeping,
  portalUrl,
  ...tools
}: BookkeepingOptions): Module => ({
  name: 'bookkeeping',
  activity,
  purges: [leaversPurge('bookkeeping.export_profile')],
  routes(router) {
    router.read(contract.listAnnotations, async (work, { query }) => ({
      items: await readAnnotations(work, bookkeeping, query.paymentIds),
    }));
    router.write(contract.categorise, async (work, { body }) => ({
      items: await categorise(work, bookkeeping, body),
    }));
    router.write(contract.changeNote, (work, { params, body }) =>
      changeNote(work, bookkeeping, { ...params, ...body }),
    );
    router.read(contract.getReceiptRule, (work) =>
      readReceiptRule(work.sql, requireClientActor(work).clientId),
    );
    router.write(contract.changeReceiptRule, (work, { body }) => changeReceiptRule(work, body));
    router.read(contract.listExportProfiles, async (work) => ({ items: await readProfiles(work) }));
    router.write(contract.createExportProfile, (work, { body }) => createProfile(work, tools, body));
    router.write(contract.changeExportProfile, (work, { params, body }) =>
      changeProfile(work, tools, params.id, body),
    );
    router.write(contract.deleteExportProfile, (work, { params }) => removeProfile(work, params.id));
    router.read(contract.runExportProfile, (work, { params, query }) =>
      runProfile(work, tools, params.id, query),
    );
  },
  jobs: { [exportMailsTask]: { isPersistent: true, lane: 'messages', inside: sendExportMails(portalUrl) } },
  start: startMails,
});
