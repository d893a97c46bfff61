/**
 * Functions on requests for money: create, cancel, show. For incoming money see `settle.ts`.
 *
 * Errors in the order checked: `invalid_request` with the fields (creditorAccount: account_unknown; amount: amount_precision,
 * amount_zero, payment_limit; dueOn: due_in_past; documentIds: document_unknown); `not_found` for another client's; `money_request_state`. Source:
 * server page section 8; specification section 3 (Payment request).
 */
import { randomInt } from 'node:crypto';
import type { MoneyRequestDetails, MoneyRequestInput } from '@calmly/contract';
import {
  composeCreditorReference,
  currencies,
  displayAmount,
  largestPayment,
  parseDecimal,
} from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { findAccounts } from '../../../accounts/server/accounts/index.ts';
import { findDocuments, linkDocuments } from '../../../accounts/server/documents/index.ts';
import { scheduleOverdue } from './overdue.ts';
import { decideCancel } from './rules.ts';
import * as store from './store.ts';
import { toDetails } from './view.ts';

/** `POST /transactions/incoming`, and the demo's. */
export async function createRequest(
  work: Work,
  actor: Pick<ClientActor, 'clientId' | 'displayName'>,
  input: MoneyRequestInput,
): Promise<store.StoredRequest> {
  const { sql, now } = work;
  const { clientId } = actor;
  const [account] = await findAccounts(sql, [{ clientId, numberOrIban: input.creditorAccount }]);
  if (account?.status !== 'ACTIVE') throw badFields({ field: 'creditorAccount', code: 'account_unknown' });
  const { currency } = account;
  const amountMinor = parseDecimal(input.amount, currency);
  if (amountMinor === undefined)
    throw badFields({
      field: 'amount',
      code: 'amount_precision',
      params: { currency, digits: currencies[currency].exponent },
    });
  if (amountMinor === 0n) throw badFields({ field: 'amount', code: 'amount_zero' });
  // No one could pay it.
  if (amountMinor > largestPayment(currency))
    throw badFields({
      field: 'amount',
      code: 'payment_limit',
      params: { limit: displayAmount(largestPayment(currency), currency).text },
    });
  if (input.dueOn !== undefined && input.dueOn < (await businessDay(work)))
    throw badFields({ field: 'dueOn', code: 'due_in_past' });

  const id = work.newId();
  const documentIds = [...new Set(input.documentIds)];
  await linkDocuments(sql, {
    clientId,
    ids: documentIds,
    purpose: `money_request ${id}`,
    field: 'documentIds',
    listed: { kind: 'REQUEST', subjectId: id, about: input.payerName },
  });
  const request = await insertWithReference(
    sql,
    {
      id,
      clientId,
      accountId: account.id,
      creditorAccount: account.iban ?? account.number,
      creditorName: account.holder,
      currency,
      amountMinor,
      payerName: input.payerName,
      payerEmail: input.payerEmail ?? null,
      details: input.details,
      dueOn: input.dueOn ?? null,
      documentIds,
      createdAt: now,
    },
    actor.displayName,
  );
  if (request.dueOn !== null) await scheduleOverdue(work);
  await audit(work, { action: 'money_request.created', clientId, details: { reference: request.reference } });
  await publish(sql, clientId, { topic: 'requests' });
  return request;
}

/** Twelve digits can be typed from a printed page and, drawn at random, do not reveal how many were issued. */
const newReference = () => composeCreditorReference(`${randomInt(10 ** 12)}`.padStart(12, '0'));

/** Draws references until one is free: the first, as good as always. */
async function insertWithReference(
  sql: Sql,
  request: Omit<store.NewRequest, 'reference'>,
  actor: string,
): Promise<store.StoredRequest> {
  for (let tries = 0; tries < 5; tries += 1) {
    const written = await store.insertRequest(sql, { ...request, reference: newReference() }, actor);
    if (written) return written;
  }
  throw new Error('no creditor reference is free');
}

/**
 * `DELETE /transactions/incoming/{id}`. What has come stays; under the lock either this or a credit is first. Cancelled already, it
 * stays as it is.
 */
export async function cancelRequest(work: Work, actor: ClientActor, id: string): Promise<void> {
  const { sql, now } = work;
  const request = await store.lockRequest(sql, id);
  if (request?.clientId !== actor.clientId) throw new Problem('not_found');
  if (request.status === 'CANCELED') return;
  const outcome = decideCancel(request);
  if (!outcome) throw new Problem('money_request_state');
  await store.recordEvent(sql, request, { ...outcome, at: now, actor: actor.displayName });
  await audit(work, { action: 'money_request.canceled', details: { reference: request.reference } });
  await publish(sql, actor.clientId, { topic: 'requests' });
}

/** A request with its documents and its course. */
export async function readDetails(
  sql: Sql,
  key: { readonly clientId: string; readonly id: string },
): Promise<MoneyRequestDetails> {
  const request = await store.findRequest(sql, key);
  if (!request) throw new Problem('not_found');
  const [documents, events] = [
    await findDocuments(sql, request.documentIds),
    await store.listEvents(sql, request),
  ];
  return toDetails(request, documents, events);
}
