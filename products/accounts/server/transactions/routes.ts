/** The calls that read what an account shows: the list, the details, the confirmation. */
import * as contract from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import { renderConfirmation } from './details/confirmation.ts';
import { readDetails } from './details/details.ts';
import { listRoutes } from './list/list-routes.ts';
import type { Products } from './products.ts';
import {
  attachReceipt,
  type ReceiptTools,
  readReceipt,
  readReceipts,
  removeReceipt,
} from './receipts/receipts.ts';

/**
 * Errors of a confirmation: `confidential_right_missing` for a payout's line, `confirmation_not_ready` until
 * it is executed.
 */
export const transactionRoutes =
  (products: Products, tools: Omit<ReceiptTools, 'receipts'>) =>
  (router: Router): void => {
    listRoutes(router, products);

    router.read(contract.getPayment, (work, { params }) => readDetails(products, work, params.id));

    router.read(contract.downloadConfirmation, async (work, { params, query }) => {
      const details = await readDetails(products, work, params.id);
      if (details.maskOf !== null) throw new Problem('confidential_right_missing');
      if (details.processingStatus !== 'COMPLETED') throw new Problem('confirmation_not_ready');
      const { clientId } = requireClientActor(work);
      const { id, version } = details;
      const subject = { id, version };
      const order = { clientId, kind: 'PAYMENT_CONFIRMATION', locale: query.locale, subject } as const;
      return {
        fileName: `${details.number}.pdf`,
        content: await tools.documents.issue.file(work, order, (mark) =>
          renderConfirmation(clientId, details, query, mark),
        ),
      };
    });

    const receipts = { ...tools, receipts: products.receipts };
    router.read(contract.listReceipts, (work, { params }) =>
      readReceipts(work, requireClientActor(work), receipts, params.id),
    );
    router.own(contract.attachReceipt, (work, { params, body }) =>
      attachReceipt(work, requireClientActor(work), receipts, { ...params, ...body }),
    );
    router.write(contract.removeReceipt, (work, { params }) =>
      removeReceipt(work, requireClientActor(work), receipts, params),
    );
    router.read(contract.getReceipt, (work, { params }) =>
      readReceipt(work, requireClientActor(work), receipts, params),
    );
  };
