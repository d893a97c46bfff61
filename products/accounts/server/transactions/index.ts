/**
 * Transactions: every row that an account shows, with its steps: payments, incoming credits, exchanges. Owns the schema `transactions`,
 * and the list, filter, sums, saved views, export, details, confirmation and receipts.
 *
 * A product writes its rows here inside its own database transaction: `bookTransactions` writes new rows, `lockTransactions` and
 * `appendSteps` take them further. A product that answers before it writes uses `takeNumbers`, `numbered` and `recordTransactions` itself.
 * A row is written once; a product keeps only its own facts elsewhere, under the row's id, and passes what the details need through
 * `Products`. Money is the ledger's: a row never keeps a balance.
 * Source: server page section 8; portal sections 3, 4, 9.
 */

import type { PaymentDetails } from '@calmly/contract';
import type { Module } from '@calmly/platform/module.ts';
import type { Work } from '@calmly/platform/work.ts';
import { leaversPurge } from '../../../identity/server/index.ts';
import { activity } from './activity.ts';
import { readDetails } from './details/details.ts';
import { type ExportRequest, exportRows } from './list/list-routes.ts';
import { paymentSearch } from './list/search.ts';
import type { Products } from './products.ts';
import type { ReceiptTools } from './receipts/receipts.ts';
import { transactionRoutes } from './routes.ts';

export { type AtOtherBank, listAtOtherBanks, lockAtOtherBank } from './at-other-banks.ts';
export { bookTransactions, restate } from './book.ts';
export { type Audience, isVisible, neededToSee, type Viewer, viewerOf } from './confidential/audience.ts';
export {
  addToMasks,
  endMasks,
  findMasks,
  lockMasks,
  openMask,
  subtractReturned,
} from './confidential/masks.ts';
export {
  type Counterparty,
  listSeries,
  type Series,
  type Spent,
  spentStatement,
  sumSpent,
} from './counterparty-store.ts';
export { schemeNames } from './details/confirmation-texts.ts';
export { type Earlier, findEarlier } from './earlier-store.ts';
export { executeListed, isAnyOfPayout } from './execute-listed.ts';
export { countOrders, findFirsts, findSpentKeys, orderedNow, type SpentKeys } from './ordered/earlier.ts';
export { listOrdered, type OrderedTransaction } from './ordered/ordered.ts';
export { findPaid, type Paid } from './paid-store.ts';
export type {
  Bookkeeping,
  MovedPart,
  Products,
  ReceiptNeeds,
  WrittenBeside,
} from './products.ts';
export { internalReasons, railReasonCodes, type StoredReason, visibleReason } from './reasons.ts';
export { findLacking, findReceiptIds, listReceiptDocuments } from './receipts/receipt-store.ts';
export { neededRight } from './receipts/receipts.ts';
export {
  announce,
  appendSteps,
  failedStatuses,
  type NewTransaction,
  numbered,
  type Progress,
  quotedTask,
  recordTransactions,
  reroute,
  takeNumbers,
  type WrittenTransaction,
} from './record.ts';
export {
  insertReturns,
  knownReturns,
  payoutsOfCredits,
  type StoredReturn,
  setReturnCredit,
} from './return-store.ts';
export {
  countByPayout,
  countReturned,
  findExecutedCredit,
  findNewest,
  findReasons,
  findStated,
  findStatuses,
  findTransaction,
  findTransactions,
  findVisible,
  idsOfPayout,
  lockReported,
  lockTransactions,
  type ReportedTransaction,
  type StatedTransaction,
} from './store.ts';
export {
  type Conversion,
  type Converted,
  type Initiator,
  type OrderFacts,
  ownEndToEndId,
  type Step,
  type Steps,
  type StoredTransaction,
  sentOf,
  toPayment,
} from './transaction.ts';
export {
  type CardBookings,
  findOpenRows,
  findOpenRowsHeldBy,
  findPayoutsHeldBy,
  type OpenRow,
  verifyTransactions,
  walkOpenRows,
} from './verify.ts';

export interface TransactionsModule extends Module {
  /** The details of a transaction that the actor may see. */
  readDetails(work: Pick<Work, 'sql' | 'actor'>, id: string): Promise<PaymentDetails>;
  /** The rows of the list that the actor may see, as a CSV or XLSX file. */
  exportRows(work: Work, request: ExportRequest): ReturnType<typeof exportRows>;
}

/** `tools` check and keep the files of receipts. */
export function createTransactionsModule(
  products: Products,
  tools: Omit<ReceiptTools, 'receipts'>,
): TransactionsModule {
  return {
    name: 'transactions',
    activity,
    purges: [leaversPurge('transactions.saved_view')],
    routes: transactionRoutes(products, tools),
    search: [paymentSearch],
    readDetails: (work, id) => readDetails(products, work, id),
    exportRows: (work, request) => exportRows(work, products, request),
  };
}
