/** Documents about payees over HTTP, on the real app and database. The documents module tests which files are accepted. */
import { addPayeeDocument, getDocument, listDocuments, listPayeeDocuments } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { addPayees, company } from '@calmly/server/test/support/clients/payees.ts';
import { pageObjects, pdfOf } from '@calmly/server/test/support/files/files.ts';
import { hostileFiles } from '@calmly/server/test/support/files/hostile/hostile-files.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bank: TestApp;
let owner: SignedIn;
let payeeId: string;
beforeAll(async () => {
  bank = await startTestApp();
  owner = await newClient(bank);
  const [payee] = await addPayees(bank, owner.clientId, company('Hansa'));
  payeeId = payee?.id ?? '';
});
afterAll(() => bank.close());

const bytes = pdfOf(pageObjects());
const add = ({ token }: SignedIn, id: string, file: Buffer, kind: 'PRINCIPAL' | 'SECONDARY' = 'PRINCIPAL') =>
  bank.call(
    addPayeeDocument,
    { params: { id }, body: { kind, fileName: 'register.pdf', content: file.toString('base64') } },
    { token },
  );
const list = ({ token }: SignedIn, id: string, query: { limit?: number; cursor?: string } = {}) =>
  bank.call(listPayeeDocuments, { params: { id }, query }, { token });

test('a document is stored with its kind, listed newest first, also among all documents, and returned as the bank rewrote it', async () => {
  const first = await add(owner, payeeId, bytes);
  expect([first.status, first.output]).toMatchObject([
    201,
    { kind: 'PRINCIPAL', fileName: 'register.pdf', mediaType: 'application/pdf' },
  ]);
  const second = await add(owner, payeeId, bytes, 'SECONDARY');
  const { Items } = (
    await bank.call(listDocuments, { query: { subjectId: payeeId, timeZone: 'UTC' } }, owner)
  ).output;
  expect(Items.map(({ kind, about }) => [kind, about])).toEqual([
    ['PAYEE', 'Hansa'],
    ['PAYEE', 'Hansa'],
  ]);
  const page = await list(owner, payeeId, { limit: 1 });
  expect(page.output.Items.map(({ id, kind }) => [id, kind])).toEqual([[second.output.id, 'SECONDARY']]);
  const rest = await list(owner, payeeId, { cursor: page.output.NextCursor ?? '' });
  expect(rest.output.Items.map(({ id }) => id)).toEqual([first.output.id]);
  const read = await bank.call(getDocument, { params: { id: first.output.id } }, { token: owner.token });
  const kept = Buffer.from(read.output.content, 'base64');
  expect([kept.subarray(0, 5).toString(), kept.length]).toEqual(['%PDF-', first.output.sizeBytes]);
  // The page's own drawing, byte for byte.
  const drawing = bytes.subarray(bytes.indexOf('stream\n'), bytes.indexOf('endstream'));
  expect(kept.includes(drawing.subarray(7, -1))).toBe(true);
});

test('a hostile file is refused by field and leaves nothing behind', async () => {
  const before = (await list(owner, payeeId)).output.Items.length;
  const files = await hostileFiles();
  for (const { bytes: file } of files.filter((_, place) => place % 40 === 0)) {
    const refused = await add(owner, payeeId, file);
    expect([refused.status, refused.body]).toMatchObject([400, { detail: [{ field: 'FileBody' }] }]);
  }
  expect((await list(owner, payeeId)).output.Items).toHaveLength(before);
});

// Control, tried: without the deletion the client's own upload is left and takes up one of twenty places.
test('a file that cannot be added to the payee is not kept', async () => {
  const client = await newClient(bank);
  const [payee] = await addPayees(bank, client.clientId, company('Veddel'));
  await query`
    insert into beneficiaries.document (client_id, beneficiary_id, id, kind, added_by)
    select ${client.clientId}, ${payee?.id}, gen_random_uuid(), 'PRINCIPAL', ${client.personId}
    from generate_series(1, 50)`.execute(bank.database.sql);
  const refused = await add(client, payee?.id ?? '', bytes);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    {
      code: 'beneficiary_documents_full',
      detail: 'A payee can have up to 50 documents. We can’t add another.',
    },
  ]);
  const { rows } = await query`select from documents.document where client_id = ${client.clientId}`.execute(
    bank.database.sql,
  );
  expect(rows).toHaveLength(0);
});

test('another client’s payee has no documents to read or add to', async () => {
  const stranger = await newClient(bank);
  for (const id of [payeeId, newId()]) {
    expect((await list(stranger, id)).status).toBe(404);
    expect((await add(stranger, id, bytes)).status).toBe(404);
  }
});
