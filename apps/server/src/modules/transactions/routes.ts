/** The calls that read what an account shows: the list, the details, the confirmation. */
import { downloadConfirmation, getPayment } from '@calmly/contract';
import type { Router } from '../../platform/http/router.ts';
import { Problem } from '../../platform/problem.ts';
import { requireClientActor } from '../identity/index.ts';
import { renderConfirmation } from './details/confirmation.ts';
import { readDetails } from './details/details.ts';
import { listRoutes } from './list/list-routes.ts';
import type { Products } from './products.ts';

export const transactionRoutes =
  (products: Products) =>
  (router: Router): void => {
    listRoutes(router, products);

    router.read(getPayment, (work, { params }) => readDetails(products, work, params.id));

    router.read(downloadConfirmation, async (work, { params, query }) => {
      const details = await readDetails(products, work, params.id);
      if (details.maskOf !== null) throw new Problem('confidential_right_missing');
      if (details.processingStatus !== 'COMPLETED') throw new Problem('confirmation_not_ready');
      return {
        fileName: `${details.number}.pdf`,
        content: await renderConfirmation(requireClientActor(work).clientId, details, query),
      };
    });
  };
