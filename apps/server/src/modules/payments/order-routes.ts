/** The calls that order a payment: asking what it would come to, ordering it, its documents. */
import {
  addAttachment as addEndpoint,
  createPayment,
  getAttachment as getEndpoint,
  previewPayment as previewEndpoint,
} from '@calmly/contract';
import type { Database } from '../../platform/database.ts';
import type { Answer } from '../../platform/http/answer.ts';
import { problemBody } from '../../platform/http/problems.ts';
import type { Router } from '../../platform/http/router.ts';
import { claimOf } from '../../platform/idempotency.ts';
import { Problem } from '../../platform/problem.ts';
import type { NameChecks } from '../../providers/name-check/name-check.ts';
import type { Bank } from '../accounts/index.ts';
import type { Documents } from '../documents/index.ts';
import { requireClientActor } from '../identity/index.ts';
import { addAttachment, readAttachment } from './attachments.ts';
import type { Conversions } from './conversion.ts';
import { checkNewPayee, checkPayeeName, previewPayment } from './preview.ts';
import type { PaymentRequest } from './submit-requests.ts';

export interface OrderRoutesParts {
  readonly database: Database;
  readonly bank: Bank;
  readonly conversions: Conversions;
  readonly documents: Documents;
  readonly nameChecks: NameChecks;
  /** The grouped way in. */
  readonly submit: (request: PaymentRequest) => Promise<Answer>;
}

export function orderRoutes(
  router: Router,
  { database, bank, conversions, documents, nameChecks, submit }: OrderRoutesParts,
): void {
  router.own(createPayment, async (work, { body }) => {
    const { clientId, application } = requireClientActor(work);
    if (!work.request) throw new Error('a payment over HTTP has a request');
    const claim = claimOf(work.request, clientId);
    const command = { ...body, clientId, idempotencyKey: claim.key };
    if (!application?.scopes.includes('payments:new-payee')) return submit({ work, claim, command });
    // For who approves it: the application is not told what comes of it.
    await checkNewPayee(work, { bank, nameChecks }, body);
    return submit({ work, claim, command: { ...command, mayBeNewPayee: true } });
  });

  router.own(previewEndpoint, async (work, { body }) => {
    const nameCheck = await checkPayeeName(work, body);
    // In a transaction for the locks of what is only looked at; nothing is written.
    const told = await database.inTransaction((sql) =>
      previewPayment({ ...work, sql }, { bank, conversions }, body, nameCheck),
    );
    if (!(told instanceof Problem)) return { preview: told, refusal: null };
    const locale = work.request?.locale ?? 'en';
    return { preview: null, refusal: problemBody(told, { locale, endpoint: previewEndpoint }) };
  });

  router.own(addEndpoint, (work, { params, body }) =>
    addAttachment({ database, upload: documents.upload }, work, params.id, body),
  );
  router.read(getEndpoint, (work, { params }) => readAttachment(documents, work, params.id));
}
