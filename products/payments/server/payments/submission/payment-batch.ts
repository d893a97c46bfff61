/**
 * `POST /transactions` as a batch: payment orders that arrive together are decided and written in one transaction
 * (`platform/http/calls/batch.ts`). A payment with conversion runs by itself, because two that name the same quote must not be decided together.
 * Errors: those of `submitPayments`.
 */
import type { createPayment } from '@calmly/contract';
import { claimOf } from '@calmly/platform/http/calls/idempotency.ts';
import type { Batch } from '@calmly/platform/http/router.ts';
import type { NameChecks } from '@calmly/providers/name-check/name-check.ts';
import { orderedNow, toPayment } from '../../../../accounts/server/transactions/index.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import { checkNewPayee } from '../ordering/preview.ts';
import type { SubmitItem, SubmitPayment } from './candidate.ts';
import {
  decidePayments,
  type Gates,
  loadContext,
  type SubmissionContext,
  type SubmitVerdict,
  submitPayments,
} from './submit.ts';

export type PaymentBatch = Batch<typeof createPayment, SubmitPayment, SubmissionContext>;

/** All payments of a client go through the same lane. */
export function paymentBatch(gates: Gates, nameChecks: NameChecks): PaymentBatch {
  return {
    name: 'payments',
    async prepare(work, { body }) {
      const { clientId, application } = requireClientActor(work);
      if (!work.request) throw new Error('a payment over HTTP has a request');
      const { key: idempotencyKey } = claimOf(work.request, clientId);
      const command = { ...body, clientId, idempotencyKey };
      if (!application?.scopes.includes('payments:new-payee')) return command;
      // For the approver: the application does not learn the result.
      await checkNewPayee(work, { bank: gates.bank, nameChecks }, body);
      return { ...command, mayBeNewPayee: true };
    },
    lane: ({ clientId }) => clientId,
    isAlone: ({ quoteId }) => quoteId !== undefined,
    load: (db, items) => loadContext(gates, db, items),
    async decide(db, items, context) {
      const { verdicts, write } = await decidePayments(gates, db, items, context, 'optimistic');
      return { verdicts: verdicts.map((verdict, place) => toOutput(verdict, items[place])), write };
    },
    async decideAlone(work, command) {
      const item = { work, command };
      const [verdict] = await submitPayments(gates, work.sql, [item]);
      const output = toOutput(verdict, item);
      if (output instanceof Error) throw output;
      return output();
    },
  };
}

function toOutput(verdict: SubmitVerdict | undefined, item: SubmitItem | undefined) {
  if (!verdict || !item) throw new Error('every payment gets a verdict');
  if (!verdict.ok) return verdict.error;
  return () => toPayment(verdict.payment, orderedNow(requireClientActor(item.work)));
}
