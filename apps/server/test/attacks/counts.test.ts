/**
 * Everything that a client may create freely is limited in number: the last allowed one is created, the next is refused. The earlier rows
 * are copies, inserted by hand.
 */
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { addPayee, createPayer, type Payer } from '../support/clients/payments.ts';
import { pageObjects, pdfOf } from '../support/files/files.ts';
import { createCardholder } from '../support/issued-cards.ts';
import { does, type Given, send } from '../support/sample-calls.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

/** Copies a client's single row this many times, with other ids. */
async function copy(
  table: string,
  of: { readonly column: string; readonly id: string },
  times: number,
  fresh: readonly string[] = ['id'],
): Promise<void> {
  const ids = fresh.map((column) => `'${column}', gen_random_uuid()`).join(', ');
  await query
    .raw(
      `insert into ${table} select copy.* from ${table} made, generate_series(1, ${times}) as place,
        jsonb_populate_record(made, jsonb_build_object('place', place, ${ids})) as copy
      where made.ctid = (select ctid from ${table} where ${of.column} = '${of.id}' limit 1)`,
    )
    .execute(bank.database.sql);
}

const document = () => pdfOf(pageObjects()).toString('base64');

/** One more is created, and then none. */
async function expectLast(
  payer: Payer,
  call: string,
  given: (place: number) => Given,
  refusal: object,
): Promise<void> {
  await does(bank, payer, call, given(1));
  const refused = await send(bank, payer, call, given(2));
  expect(refused).toMatchObject(refusal);
}

test('200 drafts and templates', async () => {
  const payer = await createPayer(bank);
  await does(bank, payer, 'keepForm');
  await copy('orders.kept_form', { column: 'client_id', id: payer.clientId }, 198);
  await expectLast(payer, 'keepForm', () => ({}), { status: 409, body: { code: 'too_many_kept' } });
});

test('500 scheduled payments', async () => {
  const payer = await createPayer(bank);
  const payee = await addPayee(bank, payer.clientId, { trusted: true });
  const body = {
    AccountFrom: payer.account.number,
    BeneficiaryId: payee.id,
    StartDate: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
  };
  await does(bank, payer, 'createStandingOrder', { body });
  await copy('orders.standing_order', { column: 'client_id', id: payer.clientId }, 498);
  await expectLast(payer, 'createStandingOrder', () => ({ body }), {
    status: 409,
    body: { code: 'too_many_orders' },
  });
});

test('20 companies that a person adds', async () => {
  const payer = await createPayer(bank);
  const upload = async () =>
    (await does(bank, payer, 'uploadDocument', { body: { FileBody: document() } })).Id;
  const numbered = async (place: number) => ({
    body: { RegistrationNumber: `1234567${place}`, Documents: [await upload()] },
  });
  await does(bank, payer, 'addCompany', await numbered(0));
  await copy('companies.company', { column: 'creator_id', id: payer.clientId }, 18, ['client_id']);
  const given = [await numbered(1), await numbered(2)];
  await expectLast(payer, 'addCompany', (place) => given[place - 1] ?? {}, {
    status: 409,
    body: { code: 'too_many_companies' },
  });
});

test('ten cards of a person', async () => {
  const anna = await createCardholder(bank, { fundedMinor: 10_000_000n });
  const body = { AccountFrom: anna.account.number };
  await copy('cards.card', { column: 'client_id', id: anna.clientId }, 8, ['id', 'account_id']);
  await expectLast(anna, 'issueCard', () => ({ body }), { status: 409, body: { code: 'card_limit' } });
});

test('six addresses for deposits', async () => {
  const payer = await createPayer(bank);
  await does(bank, payer, 'createCryptoUser');
  for (let place = 0; place < 5; place += 1) await does(bank, payer, 'createWallet');
  await expectLast(payer, 'createWallet', () => ({}), { status: 409 });
});

test('50 payouts that are not confirmed', async () => {
  const payer = await createPayer(bank);
  const body = { FileName: undefined, FileBody: undefined };
  await does(bank, payer, 'createPayout', { body });
  await copy('payouts.payout', { column: 'client_id', id: payer.clientId }, 48, ['id', 'number']);
  await expectLast(payer, 'createPayout', () => ({ body }), {
    status: 409,
    body: { code: 'too_many_payouts' },
  });
});

test('50 documents about a payee', async () => {
  const payer = await createPayer(bank);
  const { id } = await addPayee(bank, payer.clientId);
  const given = { id, body: { FileBody: document() } };
  await does(bank, payer, 'addPayeeDocument', given);
  await copy('beneficiaries.document', { column: 'beneficiary_id', id }, 48);
  await expectLast(payer, 'addPayeeDocument', () => given, {
    status: 409,
    body: { code: 'beneficiary_documents_full' },
  });
});

test('five documents of a payment', async () => {
  const payer = await createPayer(bank);
  // A listed name waits for the desk, and accepts documents during that time.
  const payee = await addPayee(bank, payer.clientId, { name: 'Blocked Trading House Ltd', trusted: true });
  const { id } = (await payer.pay({ beneficiaryId: payee.id })).output;
  const given = { id, body: { FileBody: document() } };
  for (let place = 0; place < 4; place += 1) await does(bank, payer, 'addAttachment', given);
  await expectLast(payer, 'addAttachment', () => given, {
    status: 400,
    body: { detail: [{ field: 'attachments', message: 'A payment can have up to 5 documents.' }] },
  });
});
