/** The calls of payments: endpoint to service or store. */
import {
  cancelPayment as cancelEndpoint,
  createPayment,
  downloadConfirmation,
  getPayment,
  getTransferFees,
} from '@calmly/contract';
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import type { Answer } from '../../platform/http/answer.ts';
import type { Router } from '../../platform/http/router.ts';
import { claimOf } from '../../platform/idempotency.ts';
import { badFields, Problem } from '../../platform/problem.ts';
import type { Work } from '../../platform/work.ts';
import { requireClientActor } from '../identity/index.ts';
import { cancelPayment } from './cancel.ts';
import { findConversion } from './exchange.ts';
import { listRoutes } from './list-routes.ts';
import { isPayable, transferFees } from './policy.ts';
import { findPayment, listSteps } from './store.ts';
import type { PaymentRequest } from './submit-requests.ts';
import { toDetails } from './view.ts';

/** Registers the calls; `submit` is the grouped way in. */
export function paymentRoutes(submit: (request: PaymentRequest) => Promise<Answer>) {
  return (router: Router): void => {
    router.own(createPayment, async (work, { body }) => {
      const { clientId } = requireClientActor(work);
      if (!work.request) throw new Error('a payment over HTTP has a request');
      const claim = claimOf(work.request, clientId);
      return submit({ work, claim, command: { ...body, clientId, idempotencyKey: claim.key } });
    });

    listRoutes(router);

    router.read(getPayment, (work, { params }) => readDetails(work, params.id));

    router.write(cancelEndpoint, async (work, { params }) => {
      await cancelPayment(work, params.id);
      return readDetails(work, params.id);
    });

    router.read(downloadConfirmation, async (work, { params, query }) => {
      const details = await readDetails(work, params.id);
      if (details.processingStatus !== 'COMPLETED') throw new Problem('confirmation_not_ready');
      // Read at the first confirmation: the PDF library is the heaviest of all and would make every start wait for it.
      const { renderConfirmation } = await import('./confirmation.ts');
      return {
        fileName: `${details.number}.pdf`,
        content: await renderConfirmation(details, query.locale),
      };
    });

    router.read(getTransferFees, async (_work, { query }) => transferFees(payableCurrency(query.currency)));
  };
}

async function readDetails(work: Pick<Work, 'sql' | 'actor'>, id: string) {
  const { clientId, application } = requireClientActor(work);
  const payment = await findPayment(work.sql, clientId, id);
  const isHidden = payment && application?.accountIds.includes(payment.accountId) === false;
  if (!payment || isHidden) throw new Problem('not_found');
  const conversion = payment.scheme === 'EXCHANGE' ? await findConversion(work.sql, id) : undefined;
  return toDetails(payment, await listSteps(work.sql, id), conversion);
}

function payableCurrency(text: string): CurrencyCode {
  if (isCurrency(text) && isPayable(text)) return text;
  throw badFields({ field: 'currency', code: 'currency_unknown' });
}
