/** The calls of payments but the order itself, which is a batch (`submission/submit.ts`): endpoint to service or store. */
import {
  addAttachment as addEndpoint,
  cancelPayment as cancelEndpoint,
  getAttachment as getEndpoint,
  getTransferFees,
  listPrices,
  previewPayment as previewEndpoint,
} from '@calmly/contract';
import { type CurrencyCode, isCurrency } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { problemBody } from '@calmly/platform/http/calls/problems.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import type { Documents } from '../../../accounts/server/documents/index.ts';
import type { TransactionsModule } from '../../../accounts/server/transactions/index.ts';
import { addAttachment, readAttachment } from './attachments.ts';
import { cancelPayment } from './cancel.ts';
import type { Conversions } from './ordering/conversion.ts';
import { isPayable } from './ordering/policy.ts';
import { checkPayeeName, previewPayment } from './ordering/preview.ts';
import { pricesIn, transferFees } from './ordering/prices.ts';

interface RoutesParts {
  readonly database: Database;
  readonly bank: Bank;
  readonly conversions: Conversions;
  readonly documents: Documents;
  readonly transactions: Pick<TransactionsModule, 'readDetails'>;
}

/**
 * The preview and the upload of a document open their own transactions. The preview answers a refusal as a
 * part of a 200.
 */
export function paymentRoutes(
  router: Router,
  { database, bank, conversions, documents, transactions }: RoutesParts,
): void {
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
    addAttachment({ database, uploadFor: documents.uploadFor }, work, params.id, body),
  );
  router.read(getEndpoint, (work, { params }) => readAttachment(documents, work, params.id));

  router.write(cancelEndpoint, async (work, { params }) => {
    await cancelPayment(work, params.id);
    return transactions.readDetails(work, params.id);
  });

  router.read(listPrices, async (_work, { query }) => ({
    items: pricesIn(payableCurrency(query.currency)),
  }));
  router.read(getTransferFees, async (_work, { query }) => transferFees(payableCurrency(query.currency)));
}

function payableCurrency(text: string): CurrencyCode {
  if (isCurrency(text) && isPayable(text)) return text;
  throw badFields({ field: 'currency', code: 'currency_unknown' });
}
