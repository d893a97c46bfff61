/** Kept files: the documents themselves, and those that payments, receipts and official statements name. */

import type { Sql } from '@calmly/platform/work.ts';
import {
  findMissingDocuments,
  findOtherFiles,
  verifyFiles,
} from '@calmly/products/accounts/server/documents/index.ts';
import { listStatementFiles } from '@calmly/products/accounts/server/statements/index.ts';
import { listReceiptDocuments } from '@calmly/products/accounts/server/transactions/index.ts';
import { listAttachedDocuments } from '@calmly/products/payments/server/payments/index.ts';

const atOnce = 1_000;
const mostFaults = 100;

type Page = { readonly after: string; readonly limit: number };

/** Faults in English. The keys decrypt sealed files. */
export async function verifyKept(sql: Sql, secretKeys: readonly Buffer[]): Promise<string[]> {
  const faults = await verifyFiles(sql, secretKeys);
  const named = [
    ['payment', listAttachedDocuments],
    ['receipt', listReceiptDocuments],
  ] as const;
  for (const [what, list] of named)
    for await (const ids of pages(
      (page) => list(sql, page),
      (id) => id,
    )) {
      const missing = await findMissingDocuments(sql, ids);
      faults.push(...missing.map((id) => `the document ${id} of a ${what} is missing`));
    }
  for await (const files of pages(
    (page) => listStatementFiles(sql, page),
    ({ statementId }) => statementId,
  )) {
    const wrong = await findOtherFiles(sql, files);
    faults.push(...wrong.map((id) => `the file ${id} of an official statement is missing or is another one`));
  }
  return faults.slice(0, mostFaults);
}

/** All pages of a list ordered by key. */
async function* pages<Item>(
  list: (page: Page) => Promise<readonly Item[]>,
  keyOf: (item: Item) => string,
): AsyncGenerator<readonly Item[], void, undefined> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const items = await list({ after, limit: atOnce });
    const last = items.at(-1);
    if (!last) return;
    yield items;
    after = keyOf(last);
  }
}
