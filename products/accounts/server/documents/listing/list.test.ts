/**
 * The list of documents over HTTP: uploads for a payment, found by kind, period and text, and hidden from those who may not see them. Control, tried
 * once: without the condition on `needs`, Otto reads the receipt of a salary.
 */
import {
  attachReceipt,
  downloadDocument,
  getDocument,
  listDocuments,
  listPayments,
  search,
  uploadDocument,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  type Confidential,
  createConfidential,
  salaries,
} from '@calmly/server/test/support/clients/confidential.ts';
import { addPayee, createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { dayNow } from '@calmly/server/test/support/days.ts';
import { picture } from '@calmly/server/test/support/files/files.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
let content: string;
const begun = dayNow();

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app, { fundedMinor: 100_000n });
  content = (await picture('png')).toString('base64');
});
afterAll(() => app.close());

const upload = async (fileName: string, token = payer.token) =>
  (await app.call(uploadDocument, { body: { fileName, content } }, { token })).output.id;

const list = async (query: object = {}, token = payer.token) =>
  (await app.call(listDocuments, { query: { limit: 20, timeZone: 'UTC', ...query } as never }, { token }))
    .output;

test('an attached document is listed with its payment and its uploader; an unused upload is not', async () => {
  const payee = await addPayee(app, payer.clientId, { trusted: true });
  const used = [await upload('Rechnung Müller.png'), await upload('plan.png'), await upload('third.png')];
  await upload('unused.png');
  const { output: payment } = await payer.payWithCode({
    beneficiaryId: payee.id,
    amount: '4.00',
    reference: 'Invoice 7',
    attachments: used,
  } as never);
  const { Items } = await list();
  expect(Items.map(({ id }) => id)).toEqual(used.toReversed());
  expect(Items.at(-1)).toMatchObject({
    kind: 'PAYMENT',
    fileName: 'Rechnung Müller.png',
    subjectId: payment.id,
  });
  expect(Items[0]?.about).toMatch(/^PAY-/);
  expect(Items[0]?.uploadedBy).toMatch(/\w/);

  const found = async (query: object) => (await list(query)).Items.map(({ fileName }) => fileName);
  expect(await found({ search: 'muller' })).toEqual(['Rechnung Müller.png']);
  expect(await found({ search: Items[0]?.about })).toHaveLength(3);
  expect(await found({ search: '%' })).toEqual([]);
  expect(await found({ kind: 'RECEIPT' })).toEqual([]);
  expect(await found({ kind: 'PAYMENT', from: begun, to: dayNow() })).toHaveLength(3);
  expect(await found({ to: '2020-01-01' })).toEqual([]);

  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.NextCursor });
  expect([...first.Items, ...second.Items].map(({ id }) => id)).toEqual(used.toReversed());
  expect(second.NextCursor).toBeNull();

  const other = await createPayer(app, { fundedMinor: 0n });
  expect((await list({}, other.token)).Items).toEqual([]);
  const path = `${app.url}/api/documents/${used[0]}/file`;
  const statuses = [payer.token, other.token].map(
    async (token) => (await fetch(path, { headers: { authorization: `Bearer ${token}` } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 404]);
});

test('documents of a confidential payout are for members who may see it', async () => {
  const { clara, otto }: Confidential = await createConfidential(app);
  const { output } = await app.call(
    listPayments,
    { query: { limit: 50 } as never },
    { token: clara.companyToken },
  );
  const secret = output.Items.find(({ counterpartyName }) => counterpartyName === salaries.paid.name);
  const id = secret?.id ?? '';
  const attached = await app.call(
    attachReceipt,
    { params: { id }, body: { fileName: 'salary.png', content } },
    { token: clara.companyToken },
  );
  expect(attached.status).toBe(201);
  const params = { id: attached.output.id };
  const seen = await list({}, clara.companyToken);
  expect(seen.Items).toMatchObject([{ kind: 'RECEIPT', fileName: 'salary.png', subjectId: id }]);
  expect((await list({}, otto.companyToken)).Items).toEqual([]);
  const found = async (token: string) => {
    const { output } = await app.call(search, { query: { q: 'salary.png' } }, { token });
    return output.Groups.filter(({ kind }) => kind === 'document').flatMap(({ items }) =>
      items.map(({ title }) => title),
    );
  };
  expect(await found(clara.companyToken)).toEqual(['salary.png']);
  expect(await found(otto.companyToken)).toEqual([]);
  expect((await app.call(getDocument, { params }, { token: clara.companyToken })).status).toBe(200);
  expect((await app.call(getDocument, { params }, { token: otto.companyToken })).status).toBe(404);
  expect((await app.call(downloadDocument, { params }, { token: otto.companyToken })).status).toBe(404);
});
