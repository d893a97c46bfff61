/**
 * The public page: only a person with the link can read it. Control, tried once: if the look-up ignores `revoked_at`, the page is still
 * there after its link was revoked.
 */
import {
  cancelMoneyRequest,
  closeAccount,
  createMoneyRequest,
  createPayLink,
  getPayPage,
  getPayPageDocument,
  listAccounts,
  listPayLinks,
  revokePayLink,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { noRights, problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import { handInPaper } from '@calmly/server/test/support/clients/companies.ts';
import { actAlso, createFirm } from '@calmly/server/test/support/clients/firm.ts';
import {
  codeIn,
  createPayer,
  openAnotherAccount,
  type Payer,
  systemWork,
} from '@calmly/server/test/support/clients/payments.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '../../../identity/server/index.ts';

let app: TestApp;
let anna: Payer;
beforeAll(async () => {
  app = await startTestApp();
  anna = await createPayer(app);
});
afterAll(() => app.close());

const link = (
  target: { accountId?: string; requestId?: string; showsDetails?: boolean },
  { token }: Pick<Payer, 'token'> = anna,
) => app.call(createPayLink, { body: target }, { token });
const revoke = (id: string, { token } = anna) => app.call(revokePayLink, { params: { id } }, { token });
const open = (token: string) => app.call(getPayPage, { params: { token } });
const tokenIn = (url: string | null) => (url ?? '').replace('http://portal.test/get-paid/', '');

const readDocument = (token: string, id: string) => app.call(getPayPageDocument, { params: { token, id } });

async function newRequest(
  documentIds: string[] = [],
  { token, account }: Pick<Payer, 'token' | 'account'> = anna,
) {
  const body = {
    creditorAccount: account.number,
    amount: '120.00',
    payerName: 'Hansa GmbH',
    payerEmail: 'office@hansa.example',
    details: 'Invoice 2026-14',
    dueOn: '2099-12-31',
    documentIds,
  };
  const options = { token, idempotencyKey: newId() };
  return (await app.call(createMoneyRequest, { body }, options)).output;
}

test('the page of an account shows how to pay to it, to anyone with the link', async () => {
  const { url } = (await link({ accountId: anna.account.id })).output;
  expect(tokenIn(url)).toMatch(/^cal_gp_[\w-]{22}$/);
  const page = await open(tokenIn(url));
  expect(page.body).toEqual({
    ToName: 'Anna Tamm',
    ToNameLatin: null,
    ToAccount: anna.account.number,
    Iban: anna.account.iban,
    Currency: 'EUR',
    Bic: 'CALMLT21XXX',
    BankName: 'Calmly',
    BankAddress: 'Konstitucijos pr. 21A, LT-08130 Vilnius, Lithuania',
    CorrespondentBank: null,
    CorrespondentBic: null,
    Request: null,
  });
  expect(page.headers.get('cache-control')).toBe('no-store');
});

test('the page of a request shows the amount and status, but not who was asked or what for', async () => {
  const request = await newRequest();
  const { url, requestId } = (await link({ requestId: request.id })).output;
  expect(requestId).toBe(request.id);
  const page = await open(tokenIn(url));
  expect((page.body as { Request: object }).Request).toEqual({
    Amount: '120.00',
    Remaining: '120.00',
    Reference: request.reference,
    DueDate: '2099-12-31',
    ReviewStatus: 'PENDING',
    Details: null,
    Documents: [],
  });
  expect(page.text).not.toMatch(/hansa|invoice/i);
  await app.call(cancelMoneyRequest, { params: { id: request.id } }, { token: anna.token });
  expect((await open(tokenIn(url))).output.request).toMatchObject({ status: 'CANCELED', remaining: '0.00' });
});

test('the page shows the description and the invoice while the payee shows them and the request is open', async () => {
  const documentId = await handInPaper(app, anna, 'invoice.pdf');
  const request = await newRequest([documentId]);
  const requestId = request.id;
  const { url, showsDetails } = (await link({ requestId, showsDetails: true })).output;
  expect(showsDetails).toBe(true);
  const token = tokenIn(url);
  const shown = (await open(token)).output.request;
  expect(shown?.details).toBe('Invoice 2026-14');
  expect(shown?.documents).toEqual([
    { id: documentId, fileName: 'invoice.pdf', mediaType: 'application/pdf' },
  ]);
  const read = await readDocument(token, documentId);
  expect(read.output).toMatchObject({ fileName: 'invoice.pdf', mediaType: 'application/pdf' });
  const other = await handInPaper(app, anna, 'invoice.pdf');
  expect((await readDocument(token, other)).status).toBe(404);

  expect((await link({ requestId })).output).toMatchObject({ url, showsDetails: true });
  expect((await link({ requestId, showsDetails: false })).output).toMatchObject({ url, showsDetails: false });
  expect((await open(token)).output.request).toMatchObject({ details: null, documents: [] });
  expect((await readDocument(token, documentId)).status).toBe(404);

  const again = tokenIn((await link({ requestId, showsDetails: true })).output.url);
  await app.call(cancelMoneyRequest, { params: { id: requestId } }, { token: anna.token });
  expect((await open(again)).output.request).toMatchObject({ details: null, documents: [] });
  expect((await readDocument(again, documentId)).status).toBe(404);
});

/** A company with a request for money, its administrator, and a clerk who can't view documents. */
async function firmWithClerk(fileNames: readonly string[]) {
  const { companyId, account, boris } = await createFirm(app);
  const person = await newClient(app);
  const rights = { ...noRights, can_request_trans: true };
  const member = { clientId: companyId, personId: person.personId, rights, validUntil: null };
  await systemWork(app.database, (work) => addMember(work, member));
  const clerk = { token: (await actAlso(app, person, companyId)).companyToken };
  const boss = { token: boris.companyToken, account };
  const documentIds = await Promise.all(fileNames.map((name) => handInPaper(app, boss, name)));
  const { id: requestId } = await newRequest(documentIds, boss);
  return { clerk, boss, requestId, documentIds };
}

test('a member who can’t view documents can’t show them on a page', async () => {
  const { clerk, requestId } = await firmWithClerk([]);
  const refused = await link({ requestId, showsDetails: true }, clerk);
  expect([refused.status, problemOf(refused)]).toEqual([403, 'document_right_missing']);
  expect((await link({ requestId }, clerk)).status).toBe(200);
});

test('a member who can’t view documents gets no address of a page that shows them', async () => {
  const { clerk, boss, requestId } = await firmWithClerk(['contract.pdf']);
  const { url } = (await link({ requestId, showsDetails: true }, boss)).output;
  const list = async ({ token }: { readonly token: string }) =>
    (await app.call(listPayLinks, { query: { requestId } }, { token })).output.Items.map((each) => each.url);
  expect((await link({ requestId }, clerk)).output.url).toBeNull();
  expect(await list(clerk)).toEqual([null]);
  expect(await list(boss)).toEqual([url]);
  expect((await link({ requestId, showsDetails: false }, clerk)).output).toMatchObject({ url });
  expect((await open(tokenIn(url))).output.request?.documents).toEqual([]);

  const bare = await newRequest([], boss);
  const shown = (await link({ requestId: bare.id, showsDetails: true }, boss)).output;
  expect((await link({ requestId: bare.id }, clerk)).output.url).toBe(shown.url);
});

test('a page that starts to show documents gets a new address, and the earlier one opens nothing', async () => {
  const { clerk, boss, requestId, documentIds } = await firmWithClerk(['contract.pdf']);
  const [documentId = ''] = documentIds;
  const set = async (showsDetails: boolean) => {
    const { url } = (await link({ requestId, showsDetails }, boss)).output;
    return tokenIn(url);
  };
  const seenBy = async (who: { readonly token: string }) => (await link({ requestId }, who)).output.url;
  const opensNothing = async (token: string) => {
    expect((await open(token)).status).toBe(404);
    expect((await readDocument(token, documentId)).status).toBe(404);
  };

  const first = await set(true);
  expect(await seenBy(clerk)).toBeNull();
  const off = await set(false);
  expect(off).toBe(first);
  const known = tokenIn(await seenBy(clerk));
  expect(known).toBe(off);

  const second = await set(true);
  expect(await seenBy(clerk)).toBeNull();
  await opensNothing(known);
  expect((await open(second)).output.request?.documents).toHaveLength(1);
  expect((await readDocument(second, documentId)).status).toBe(200);
  // It shows them already: the address stays.
  expect(await set(true)).toBe(second);

  await set(false);
  const knownAgain = tokenIn(await seenBy(clerk));
  const turnedOn = await Promise.all([set(true), set(true), set(true)]);
  expect(new Set(turnedOn).size).toBe(1);
  expect(await seenBy(clerk)).toBeNull();
  await opensNothing(knownAgain);
  expect((await readDocument(turnedOn[0] ?? '', documentId)).status).toBe(200);
});

test('the address of a page without documents stays when it starts to show the description', async () => {
  const { clerk, boss, requestId } = await firmWithClerk([]);
  const { url } = (await link({ requestId, showsDetails: false }, clerk)).output;
  expect((await link({ requestId, showsDetails: true }, boss)).output.url).toBe(url);
  expect((await open(tokenIn(url))).output.request?.details).toBe('Invoice 2026-14');
});

test('the page and the account name the payee in Latin letters too', async () => {
  const maria = await createPayer(app, { firstName: 'Мария', lastName: 'Щукина' });
  const { url } = (await link({ accountId: maria.account.id }, maria)).output;
  expect((await open(tokenIn(url))).output).toMatchObject({
    creditorName: 'Мария Щукина',
    creditorNameLatin: 'Mariia Shchukina',
  });
  const { Items } = (await app.call(listAccounts, { query: {} }, { token: maria.token })).output;
  expect(Items[0]).toMatchObject({ holder: 'Мария Щукина', holderLatin: 'Mariia Shchukina' });
});

test('a target has one link, also under concurrent calls, until it is revoked; then its page is gone and another can be created', async () => {
  const { id: requestId } = await newRequest();
  const made = await Promise.all([link({ requestId }), link({ requestId }), link({ requestId })]);
  const [first] = made.map(({ output }) => output);
  expect(new Set(made.map(({ output: { url } }) => url)).size).toBe(1);
  if (!first) throw new Error('no link was made');
  expect((await revoke(first.id)).status).toBe(204);
  expect((await open(tokenIn(first.url))).status).toBe(404);
  expect((await revoke(first.id)).status).toBe(404);
  const { url } = (await link({ requestId })).output;
  expect(url).not.toBe(first.url);
  expect((await open(tokenIn(url))).status).toBe(200);
});

test('the list has live links, those of an account itself apart from those of its requests', async () => {
  const clara = await createPayer(app, { firstName: 'Clara' });
  const made = (await link({ accountId: clara.account.id }, clara)).output;
  const list = async (query: object) =>
    (await app.call(listPayLinks, { query: { limit: 50, ...query } }, { token: clara.token })).output.Items;
  const { id: requestId } = await newRequest([], clara);
  const ofRequest = (await link({ requestId }, clara)).output;
  expect(await list({})).toEqual([ofRequest, made]);
  expect(await list({ accountId: clara.account.id })).toEqual([made]);
  expect(await list({ requestId })).toEqual([ofRequest]);
  expect(await list({ requestId: newId() })).toEqual([]);
  await revoke(made.id, clara);
  expect(await list({})).toEqual([ofRequest]);
});

test('another person’s link cannot be shared or revoked, and a target has to be named', async () => {
  const boris = await createPayer(app, { firstName: 'Boris' });
  const { id } = (await link({ accountId: anna.account.id })).output;
  const request = await newRequest();
  const refused = [
    await link({ accountId: anna.account.id }, boris),
    await link({ requestId: request.id }, boris),
    await revoke(id, boris),
    await link({}),
    await link({ accountId: anna.account.id, requestId: request.id }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 400, 400]);
});

test.each(['', 'cal_gp_', `cal_gp_${'A'.repeat(22)}`, "cal_gp_' or 1=1 --", 'x'.repeat(100)])(
  'the token %j opens nothing',
  async (token) => {
    expect((await open(token)).status).toBe(404);
  },
);

test('a closed account has no page and gets no link, and the token is in the database only hashed and sealed', async () => {
  const dora = await createPayer(app, { firstName: 'Dora', fundedMinor: 0n });
  const { url } = (await link({ accountId: dora.account.id }, dora)).output;
  const { rows } = await sql<{ row: string }>`select l::text as row from requests.link l`.execute(
    app.database.sql,
  );
  expect(rows.some(({ row }) => row.includes(tokenIn(url)))).toBe(false);
  await openAnotherAccount(app, dora.clientId);
  const params = { id: dora.account.id };
  const asked = await app.call(closeAccount, { params }, { token: dora.token });
  const code = codeIn(asked.body);
  expect((await app.call(closeAccount, { params }, { token: dora.token, code })).status).toBe(200);
  expect((await open(tokenIn(url))).status).toBe(404);
  expect((await link({ accountId: dora.account.id }, dora)).status).toBe(404);
});
