/** The calls of payments: endpoint to service or store. */
import { cancelPayment as cancelEndpoint, getTransferFees, listPrices } from '@calmly/contract';
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import type { Router } from '../../platform/http/router.ts';
import { badFields } from '../../platform/problem.ts';
import type { TransactionsModule } from '../transactions/index.ts';
import { cancelPayment } from './cancel.ts';
import { isPayable } from './ordering/policy.ts';
import { pricesIn, transferFees } from './ordering/prices.ts';
import { type OrderRoutesParts, orderRoutes } from './ordering/routes.ts';

/** Registers the calls. */
export function paymentRoutes({
  transactions,
  ...parts
}: OrderRoutesParts & { readonly transactions: Pick<TransactionsModule, 'readDetails'> }) {
  return (router: Router): void => {
    orderRoutes(router, parts);

    router.write(cancelEndpoint, async (work, { params }) => {
      await cancelPayment(work, params.id);
      return transactions.readDetails(work, params.id);
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
