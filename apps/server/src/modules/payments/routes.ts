/** The calls of payments: endpoint to service or store. */
import {
  cancelPayment as cancelEndpoint,
  downloadConfirmation,
  getPayment,
  getTransferFees,
  listPrices,
} from '@calmly/contract';
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import type { Router } from '../../platform/http/router.ts';
import { badFields, Problem } from '../../platform/problem.ts';
import { requireClientActor } from '../identity/index.ts';
import { cancelPayment } from './cancel.ts';
import { renderConfirmation } from './confirmation.ts';
import { readDetails } from './details.ts';
import { listRoutes } from './list-routes.ts';
import { type OrderRoutesParts, orderRoutes } from './order-routes.ts';
import { isPayable } from './policy.ts';
import { pricesIn, transferFees } from './prices.ts';

/** Registers the calls. */
export function paymentRoutes(parts: OrderRoutesParts) {
  return (router: Router): void => {
    orderRoutes(router, parts);
    listRoutes(router);

    router.read(getPayment, (work, { params }) => readDetails(work, params.id));

    router.write(cancelEndpoint, async (work, { params }) => {
      await cancelPayment(work, params.id);
      return readDetails(work, params.id);
    });

    router.read(downloadConfirmation, async (work, { params, query }) => {
      const details = await readDetails(work, params.id);
      if (details.processingStatus !== 'COMPLETED') throw new Problem('confirmation_not_ready');
      return {
        fileName: `${details.number}.pdf`,
        content: await renderConfirmation(requireClientActor(work).clientId, details, query),
      };
    });

    router.read(listPrices, async (_work, { query }) => ({
      items: pricesIn(payableCurrency(query.currency)),
    }));
    router.read(getTransferFees, async (_work, { query }) => transferFees(payableCurrency(query.currency)));
  };
}

function payableCurrency(text: string): CurrencyCode {
  if (isCurrency(text) && isPayable(text)) return text;
  throw badFields({ field: 'currency', code: 'currency_unknown' });
}
