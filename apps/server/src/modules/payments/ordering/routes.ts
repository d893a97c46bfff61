/** The calls that order a payment: asking what it would come to, ordering it, its documents. */
import {
  addAttachment as addEndpoint,
  getAttachment as getEndpoint,
  previewPayment as previewEndpoint,
} from '@calmly/contract';
import type { Database } from '../../../platform/database.ts';
import { problemBody } from '../../../platform/http/problems.ts';
import type { Router } from '../../../platform/http/router.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Bank } from '../../accounts/index.ts';
import type { Documents } from '../../documents/index.ts';
import { addAttachment, readAttachment } from '../attachments.ts';
import type { Conversions } from './conversion.ts';
import { checkPayeeName, previewPayment } from './preview.ts';

export interface OrderRoutesParts {
  readonly database: Database;
  readonly bank: Bank;
  readonly conversions: Conversions;
  readonly documents: Documents;
}

export function orderRoutes(
  router: Router,
  { database, bank, conversions, documents }: OrderRoutesParts,
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
    addAttachment({ database, upload: documents.upload }, work, params.id, body),
  );
  router.read(getEndpoint, (work, { params }) => readAttachment(documents, work, params.id));
}
