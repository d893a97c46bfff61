/** `verify` reads every kept file: each corruption by hand is found, and unchanged files have no fault. */
import { attachReceipt, listPayments } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { JobRunner } from '@calmly/platform/jobs/jobs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, startTestJobs, type TestApp, testSecretKeys } from '../../test/support/app.ts';
import {
  bookAt,
  dayOf,
  isAllMade,
  monthAgo,
  openLongAgo,
} from '../../test/support/clients/past/past-books.ts';
import { createPayer } from '../../test/support/clients/payments.ts';
import { pageObjects, pdfOf } from '../../test/support/files/files.ts';
import { whileTampered } from '../../test/support/tampered.ts';
import { until } from '../../test/support/until.ts';
import { verifyKept } from './files.ts';

let app: TestApp;
let runner: JobRunner;
beforeAll(async () => {
  app = await startTestApp();
  const payer = await createPayer(app);
  const inside = await createPayer(app, { firstName: 'Mart', lastName: 'Kask' });
  await payer.payWithCode({ creditorAccount: inside.account.number });
  const { token } = payer;
  const { output } = await app.call(listPayments, { query: {} }, { token });
  const id = output.Items.find(({ direction }) => direction === 'DEBIT')?.id ?? '';
  const content = pdfOf(pageObjects()).toString('base64');
  const attached = await app.call(
    attachReceipt,
    { params: { id }, body: { fileName: 'till.pdf', content } },
    { token, idempotencyKey: newId() },
  );
  expect(attached.status).toBe(201);

  const past = await createPayer(app, { fundedMinor: 0n });
  await openLongAgo(app.database, past.account);
  await bookAt(app.database, past.account, [dayOf(monthAgo(1), 2)]);
  // Jobs due at the start of a server.
  const { connectionString: url = '' } = app.database.pool.options;
  runner = await startTestJobs({ url, database: app.database, handlers: app.app.jobs, log: app.log });
  await until(() => isAllMade(app.database), Boolean);
});
afterAll(async () => {
  await runner.stop();
  await app.close();
});

const findings = () => verifyKept(app.database.sql, testSecretKeys);

test('files as they were written have no fault', async () => {
  expect(await findings()).toEqual([]);
});

/** Changes the last byte. */
const altered =
  'content = set_byte(content, length(content) - 1, 255 - get_byte(content, length(content) - 1))';

test.each([
  [
    'a document with another byte',
    'documents.document',
    `update documents.document set ${altered}`,
    /^the document .* cannot be opened$/,
  ],
  [
    'a document without its end',
    'documents.document',
    'update documents.document set size_bytes = size_bytes + 1',
    /^the document .* has \d+ bytes, it had \d+$/,
  ],
  [
    'a document that was put in the place of another',
    'documents.document',
    'update documents.document set id = gen_random_uuid()',
    /^the document .* cannot be opened$/,
  ],
  [
    'a receipt without its document',
    'documents.document',
    'delete from documents.document',
    /^the document .* of a receipt is missing$/,
  ],
  [
    'a kept file with another byte',
    'documents.kept_part',
    `update documents.kept_part set ${altered}`,
    /^part 0 of the kept file .* cannot be opened$/,
  ],
  [
    'a kept file without its parts',
    'documents.kept_part',
    'delete from documents.kept_part',
    /^the kept file .* is not as it was written: 0 of \d+ bytes$/,
  ],
  [
    'a kept file with another hash',
    'documents.kept_file',
    "update documents.kept_file set sha256 = sha256('other')",
    /^the kept file .* is not as it was written/,
  ],
  [
    'an official statement whose file was exchanged',
    'statements.official',
    "update statements.official set sha256 = sha256('other')",
    /^the file .* of an official statement is missing or is another one$/,
  ],
  [
    'an official statement without its file',
    'statements.official',
    'update statements.official set file_id = gen_random_uuid()',
    /^the file .* of an official statement is missing or is another one$/,
  ],
])('finds %s', async (_, table, statement, fault) => {
  const faults = await whileTampered(app.database, table, statement, findings);
  expect(faults).toContainEqual(expect.stringMatching(fault));
});

test('finds nothing once all of it is as it was', async () => {
  expect(await findings()).toEqual([]);
});
