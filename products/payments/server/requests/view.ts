/** Converts a stored request to the contract's views: the row of a list and the drawer's details. Pure. */
import {
  type Document,
  getDocument,
  type MoneyRequest,
  type MoneyRequestDetails,
  type RequestStep,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { isCancellable } from './rules.ts';
import type { StoredEvent, StoredRequest } from './store.ts';

/** Amounts are decimal text of the request's currency; `received` may be more than `amount`. */
export const toMoneyRequest = (request: StoredRequest): MoneyRequest => ({
  id: request.id,
  createdAt: request.createdAt.toISOString(),
  updatedAt: request.updatedAt.toISOString(),
  version: request.version,
  amount: formatDecimal(request.amountMinor, request.currency),
  currency: request.currency,
  received: formatDecimal(request.receivedMinor, request.currency),
  status: request.status,
  details: request.details,
  payerName: request.payerName,
  payerAccount: request.payerAccount,
  creditorName: request.creditorName,
  creditorAccount: request.creditorAccount,
  accountId: request.accountId,
  reference: request.reference,
  dueOn: request.dueOn,
  isRequest: true,
});

/** `events` and `documents` stay in the order given. `canCancel` ignores who reads. */
export const toDetails = (
  request: StoredRequest,
  documents: readonly Document[],
  events: readonly StoredEvent[],
): MoneyRequestDetails => ({
  ...toMoneyRequest(request),
  payerEmail: request.payerEmail,
  documents: documents.map(({ id, fileName, mediaType }) => ({
    id,
    mediaUri: `/api${getDocument.path.replace('{id}', id)}`,
    fileName,
    mediaType,
  })),
  canCancel: isCancellable(request.status),
  timeline: events.map(toStep),
});

const toStep = ({
  event,
  status,
  at,
  actor,
  paymentId,
  amountMinor,
  currency,
}: StoredEvent): RequestStep => ({
  event,
  status,
  at: at.toISOString(),
  actor,
  amount: amountMinor === null || currency === null ? null : formatDecimal(amountMinor, currency),
  currency,
  paymentId,
});
