/** New payees of a payout over HTTP: listed, and saved in bulk by the rules for payees, with errors reported in their rows. */
import {
  changePayoutRows,
  confirmPayout,
  deleteBeneficiary,
  deletePayout,
  downloadPayeeTemplate,
  getPayout,
  listBeneficiaries,
  listPayoutPayees,
  listPayoutRows,
  openAccount,
  type PayoutDetails,
  savePayoutPayees,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newColleague, noRights } from '@calmly/server/test/support/clients/colleagues.ts';
import { callWithCode, createFirm, decide, inboxOf } from '@calmly/server/test/support/clients/firm.ts';
import { addPayee, createPayer, hansaIban } from '@calmly/server/test/support/clients/payments.ts';
import {
  allRows,
  emptyPayout,
  type Member,
  templateHeadings,
  uploadPayout,
} from '@calmly/server/test/support/clients/payouts.ts';
import { confirmWithCode, refusal } from '@calmly/server/test/support/files/payout-rows.ts';
import fc from 'fast-check';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

const anna = 'EE382200221020145685';
const berlin = 'DE89370400440532013000';

const rowOf = (name: string, account: string, { type = '', sort = '' } = {}) =>
  `,${name},${type},${account},,${sort},,,10.00,${sort ? 'GBP' : 'EUR'},Rent,High Street,1,,London,,`;
const upload = (member: Member, ...rows: string[]) =>
  uploadPayout(app, member, [templateHeadings, ...rows, ''].join('\n'));

const list = async ({ token }: Member, id: string) =>
  (await app.call(listPayoutPayees, { params: { id }, query: {} }, { token })).output;
type Kind = 'person' | 'company';
const save = async (
  { token }: Member,
  { id }: Pick<PayoutDetails, 'id'>,
  kind: Kind | null = null,
  kinds: { position: number; kind: Kind }[] = [],
) => {
  const { version } = (await app.call(getPayout, { params: { id } }, { token })).output;
  return callWithCode(app, savePayoutPayees, { params: { id }, body: { version, kind, kinds } }, token);
};
const book = async ({ token }: Member) =>
  (await app.call(listBeneficiaries, { query: { limit: 100 } }, { token })).output.Items;

test('accounts that are not saved payees are listed with kind and country, and saved with one code', async () => {
  const payer = await createPayer(app);
  await addPayee(app, payer.clientId, { name: 'Hansa GmbH', iban: hansaIban });
  const payout = await upload(
    payer,
    rowOf('Hansa GmbH', hansaIban),
    rowOf('Anna Tamm', anna),
    rowOf('Berlin Bau', berlin, { type: 'company' }),
    rowOf('Anna Tamm', anna),
    rowOf('Prince', 'DE02120300000000202051'),
    rowOf('Wrong', 'DE00'),
  );
  expect(await list(payer, payout.id)).toMatchObject({
    total: 3,
    payees: [
      { position: 2, name: 'Anna Tamm', country: 'EE', kind: 'company', canBePerson: true, rows: 2 },
      { position: 3, kind: 'company', rows: 1 },
      { position: 5, kind: 'company', canBePerson: false },
    ],
  });
  const saved = await save(payer, payout, 'person', [{ position: 3, kind: 'company' }]);
  expect(saved.output).toMatchObject({ saved: 3, refused: 0, left: 0, payout: { version: payout.version } });
  expect(
    (await book(payer)).map(({ name, legalStatus, firstName }) => [name, legalStatus, firstName]).toSorted(),
  ).toEqual([
    ['Anna Tamm', 'INDIVIDUAL', 'Anna'],
    ['Berlin Bau', 'COMPANY', null],
    ['Hansa GmbH', 'COMPANY', null],
    ['Prince', 'COMPANY', null],
  ]);
  expect((await list(payer, payout.id)).total).toBe(0);
  const rows = await allRows(app, payer, payout.id);
  expect(rows.map(({ beneficiaryId, version }) => [beneficiaryId !== null, version])).toEqual([
    [true, 1],
    [true, 1],
    [true, 1],
    [true, 1],
    [true, 1],
    [false, 1],
  ]);
  expect(rows[1]?.beneficiaryId).toBe(rows[3]?.beneficiaryId);
  const { rows: mails } = await query<{ text: string }>`
    select payload::text as text from graphile_worker._private_jobs where payload::text like '%3 new payees%'`.execute(
    app.database.sql,
  );
  expect(mails.length).toBeLessThanOrEqual(1);
});

test('a payee’s country is kept in capitals, however the file writes it', async () => {
  const payer = await createPayer(app);
  const payout = await upload(payer, rowOf('Anna Tamm', anna).replace('London,,', 'Riga,lv,'));
  expect((await list(payer, payout.id)).payees).toMatchObject([{ country: 'LV' }]);
  expect((await save(payer, payout)).output).toMatchObject({ saved: 1, refused: 0 });
});

test('a page after the last account still counts all of them', async () => {
  const payer = await createPayer(app);
  const { id } = await upload(payer, rowOf('Anna Tamm', anna), rowOf('Berlin Bau', berlin));
  const page = await app.call(listPayoutPayees, { params: { id }, query: { after: 2 } }, payer);
  expect(page.output).toEqual({ total: 2, payees: [] });
});

test('a kind chosen for all accounts takes precedence over their rows', async () => {
  const payer = await createPayer(app);
  const payout = await upload(
    payer,
    rowOf('Anna Tamm', anna, { type: 'person' }),
    rowOf('Berlin Bau', berlin, { type: 'company' }),
  );
  await save(payer, payout, 'person', [{ position: 1, kind: 'company' }]);
  expect((await book(payer)).map(({ name, legalStatus }) => [name, legalStatus]).toSorted()).toEqual([
    ['Anna Tamm', 'COMPANY'],
    ['Berlin Bau', 'INDIVIDUAL'],
  ]);
});

// Control: if accounts were identified by number and currency alone, both rows would be paid to the first bank.
test('the same account number at two banks becomes two payees', async () => {
  const payer = await createPayer(app, { currency: 'GBP' });
  const payout = await upload(
    payer,
    rowOf('North Ltd', '31926819', { sort: '601613' }),
    rowOf('South Ltd', '31926819', { sort: '200000' }),
  );
  const { payees } = await list(payer, payout.id);
  expect(payees.map(({ name, country }) => [name, country])).toEqual([
    ['North Ltd', 'GB'],
    ['South Ltd', 'GB'],
  ]);
  expect((await save(payer, payout)).output).toMatchObject({ saved: 2 });
  const rows = await allRows(app, payer, payout.id);
  const sortCodes = new Map(
    (await book(payer)).map((payee) => [payee.id, payee.bankDetails[0]?.sortCode ?? '']),
  );
  expect(rows.map(({ beneficiaryId }) => sortCodes.get(beneficiaryId ?? ''))).toEqual(['601613', '200000']);
});

test('a payee that was added meanwhile is taken, not added again', async () => {
  const payer = await createPayer(app, { currency: 'GBP' });
  const sort = '601613';
  const north = rowOf('North Ltd', '31926819', { sort });
  const payout = await upload(payer, north, rowOf('South Ltd', '31926820', { sort }));
  await save(payer, await upload(payer, north));
  expect((await save(payer, payout)).output).toMatchObject({ saved: 1, left: 0 });
  const added = (await book(payer)).filter(({ name }) => name === 'North Ltd');
  expect(added).toHaveLength(1);
  expect((await allRows(app, payer, payout.id))[0]?.beneficiaryId).toBe(added[0]?.id);
});

test('a row that can no longer be saved states the reason in its cell, and none is saved', async () => {
  const payer = await createPayer(app, { currency: 'GBP' });
  const sort = '601613';
  const payout = await upload(
    payer,
    rowOf('North Ltd', '31926819', { sort }),
    rowOf('South Ltd', '31926820', { sort }),
  );
  // As if the rules had become stricter since the row was checked.
  await query`update payouts.row set cells = jsonb_set(cells, '{name}', '"漢字"')
    where payout_id = ${payout.id} and position = 2`.execute(app.database.sql);
  const refused = await save(payer, payout);
  expect([refused.status, refused.output]).toMatchObject([200, { saved: 0, refused: 1 }]);
  expect(refused.output.payout.summary).toMatchObject({ rows: 2, faulty: 1 });
  expect((await allRows(app, payer, payout.id))[1]?.faults).toMatchObject([
    { field: 'name', code: 'latin_needed' },
  ]);
  expect(await book(payer)).toEqual([]);
});

test('needs the right to add payees, and the right to request payments', async () => {
  const firm = await createFirm(app);
  const payout = await upload({ token: firm.boris.companyToken }, rowOf('Anna Tamm', anna));
  const input = {
    params: { id: payout.id },
    body: { version: payout.version, kind: null, kinds: [] },
  };
  const pays = await newColleague(app, firm, { rights: { ...noRights, can_request_trans: true } });
  const adds = await newColleague(app, firm, { rights: { ...noRights, can_create_benef: true } });
  const answers = await Promise.all(
    [pays, adds].map(({ token }) => app.call(savePayoutPayees, input, { token, idempotencyKey: newId() })),
  );
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
});

test('where the company’s rules ask for it, all of them wait for one approval; then their rows have payees', async () => {
  const firm = await createFirm(app);
  const clara = { token: firm.clara.companyToken };
  const payout = await upload(
    clara,
    rowOf('Anna Tamm', anna, { type: 'person' }),
    rowOf('Berlin Bau', berlin),
  );
  const before = (await book(clara)).length;
  const asked = await save(clara, payout);
  expect(asked.status).toBe(202);
  expect((await book(clara)).length).toBe(before);
  expect(refusal(await save(clara, payout))).toEqual([409, 'approval_waiting']);
  const [waiting] = await inboxOf(app, firm.boris);
  expect(waiting).toMatchObject({
    kind: 'payee',
    facts: {
      action: 'add_many',
      payees: '2',
      listed: `Anna Tamm, ${anna}\nBerlin Bau, ${berlin}`,
    },
  });
  if (!waiting) throw new Error('nothing waits');
  expect(await decide(app, firm.boris.token, [waiting])).toEqual(['APPROVED']);
  expect((await book(clara)).length).toBe(before + 2);
  expect((await list(clara, payout.id)).total).toBe(0);
  expect((await allRows(app, clara, payout.id)).every(({ beneficiaryId }) => beneficiaryId !== null)).toBe(
    true,
  );
});

test('confirming saves the remaining payees and withdraws those that wait for approval', async () => {
  const firm = await createFirm(app);
  const clara = { token: firm.clara.companyToken };
  const payout = await upload(clara, rowOf('Anna Tamm', anna), rowOf('Berlin Bau', berlin));
  await save(clara, payout);
  const params = { id: payout.id };
  const body = { version: payout.version, mode: 'ALL' as const, payOn: null, skipNameCheck: true };
  const sent = await callWithCode(app, confirmPayout, { params, body }, clara.token);
  expect(sent.status).toBe(202);
  const waiting = await inboxOf(app, firm.boris);
  expect(waiting.map(({ kind }) => kind)).toEqual(['payout']);
  expect(await decide(app, firm.boris.token, waiting)).toEqual(['APPROVED']);
  await expect.poll(async () => (await book(clara)).map(({ name }) => name)).toContain('Anna Tamm');
  expect((await book(clara)).filter(({ name }) => name === 'Anna Tamm')).toHaveLength(1);
});

test('payees that wait for approval are withdrawn when their payout is discarded', async () => {
  const firm = await createFirm(app);
  const clara = { token: firm.clara.companyToken };
  const payout = await upload(clara, rowOf('Anna Tamm', anna));
  await save(clara, payout);
  expect(await inboxOf(app, firm.boris)).toHaveLength(1);
  await app.call(deletePayout, { params: { id: payout.id } }, clara);
  expect(await inboxOf(app, firm.boris)).toEqual([]);
});

// Control: without the savepoint, a refused payee leaves a part behind, and its row is refused with all others.
test('new payees are saved as their rows are paid; one that can’t be saved any more keeps only its rows from being paid', async () => {
  const payer = await createPayer(app, { fundedMinor: 1_000_000n });
  const payout = await upload(
    payer,
    rowOf('Anna Tamm', anna),
    rowOf('Berlin Bau', berlin),
    rowOf('Anna Tamm', anna),
  );
  const params = { id: payout.id };
  // The comparison of names checks rows again; faults that appear after this are found when they are paid.
  await expect
    .poll(async () => {
      const { rows } =
        await query`select from payouts.row where payout_id = ${payout.id} and name_check_of is not null`.execute(
          app.database.sql,
        );
      return rows.length;
    })
    .toBe(0);
  const now = (await app.call(getPayout, { params }, payer)).output;
  await query`update payouts.row set cells = jsonb_set(cells, '{name}', '"漢字"')
    where payout_id = ${payout.id} and position = 2`.execute(app.database.sql);
  expect((await confirmWithCode(app, payer, now)).status).toBe(200);
  await expect
    .poll(async () => (await app.call(getPayout, { params }, payer)).output.summary)
    .toMatchObject({ paid: 2, pending: 0, failed: 1 });
  const rows = await allRows(app, payer, payout.id);
  expect(rows.map(({ status, refusal }) => [status, refusal !== null])).toEqual([
    ['EXECUTED', false],
    [null, true],
    ['EXECUTED', false],
  ]);
  expect((await book(payer)).map(({ id, name }) => [id, name])).toEqual([
    [rows[0]?.beneficiaryId, 'Anna Tamm'],
  ]);
  expect(rows[2]?.beneficiaryId).toBe(rows[0]?.beneficiaryId);
});

test('thousands are saved by one call', async () => {
  const payer = await createPayer(app, { currency: 'GBP' });
  const payout = await upload(
    payer,
    ...Array.from({ length: 1_500 }, (_, at) =>
      rowOf(`Payee ${at}`, `${10_000_000 + at}`, { sort: '601613' }),
    ),
  );
  expect(payout.summary.faulty).toBe(0);
  expect((await save(payer, payout)).output).toMatchObject({ saved: 1_500, left: 0 });
  const rows = await app.call(
    listPayoutRows,
    { params: { id: payout.id }, query: { from: 1_490, limit: 100 } },
    payer,
  );
  expect(new Set(rows.output.rows.map(({ beneficiaryId }) => beneficiaryId)).size).toBe(11);
});

/** Ways to write an account, each of another payee. */
const detailOf = (at: number): Record<string, string> =>
  [
    { account: `${31_000_000 + at}`, sortCode: '60-16-13' },
    { account: `${31_000_000 + at}`, sortCode: '601613', bankCountry: 'GB' },
    { account: `${123_000_000 + at}`, routingNumber: '021000021' },
    { account: `4070281090000000${1_000 + at}`, bic: 'SBERRUMM' },
    { account: `${1_234_000 + at}`, bic: 'HSBCHKHH', country: 'HK' },
  ][at % 5] ?? {};
/** Mostly valid, sometimes not. */
const mostly = (right: string | undefined, ...others: string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const anyRow = fc.record({
  name: mostly('Anna Tamm', 'Prince', 'Анна Тамм', 'x'.repeat(70), 'Щ'.repeat(40), '漢字'),
  type: fc.constantFrom('person', 'company', undefined),
  currency: fc.constantFrom('EUR', 'USD', 'GBP'),
  street: mostly('Pikk', 'Улица Мира', 'y'.repeat(71)),
  buildingNumber: mostly(undefined, '5', '1'.repeat(17)),
  postCode: mostly(undefined, '10123', 'SW1A 1AA', '9'.repeat(17)),
  town: mostly('Tallinn', 'T'.repeat(36)),
  country: mostly(undefined, 'EE', 'GB', 'US'),
  bankName: mostly(undefined, 'A bank', 'B'.repeat(141)),
  addressLines: mostly(undefined, 'Pikk 5\nTallinn', 'z'.repeat(71)),
});

// Control: without the country implied by a sort code, a row with one is refused only when its payee is saved.
test('whatever passes the check can be saved', async () => {
  const firm = await createFirm(app);
  const clara = { token: firm.clara.companyToken };
  for (const currency of ['USD', 'GBP'])
    await app.call(
      openAccount,
      { body: { currency, name: currency } },
      { token: firm.boris.companyToken, idempotencyKey: newId() },
    );
  const { id } = await emptyPayout(app, clara);
  const added = fc.sample(anyRow, { numRuns: 300, seed: 14 }).map((cells, at) => ({
    cells: Object.fromEntries(
      Object.entries({ amount: '1.00', reference: 'Rent', ...cells, ...detailOf(at) }).filter(
        ([, text]) => text !== undefined,
      ),
    ),
  }));
  for (let from = 0; from < added.length; from += 100) {
    const body = { changed: [], added: added.slice(from, from + 100), removed: [] };
    const written = await app.call(changePayoutRows, { params: { id }, body }, clara);
    expect([written.status, written.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  }
  const { total } = await list(clara, id);
  expect(total).toBeGreaterThan(50);
  // Tried first with the first request, and once more with the approved request's stored content.
  const saved = await save(clara, { id });
  expect([saved.status, saved.text.slice(0, 300)]).toEqual([202, expect.anything()]);
  expect(await decide(app, firm.boris.token, await inboxOf(app, firm.boris))).toEqual(['APPROVED']);
  expect((await list(clara, id)).total).toBe(0);
});

test('the template with saved payees has a row for each of their accounts, and lacks only amount and reference', async () => {
  const member = await createPayer(app);
  const hansa = await addPayee(app, member.clientId, { name: 'Hansa GmbH' });
  const deleted = await addPayee(app, member.clientId, { name: 'Gone OU', iban: 'EE382200221020145685' });
  await app.call(deleteBeneficiary, { params: { id: deleted.id }, query: {} }, { token: member.token });
  for (const format of ['csv', 'xlsx'] as const) {
    const url = `${app.url}/api${downloadPayeeTemplate.path}?format=${format}&locale=ru`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${member.token}` } });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const payout = await uploadPayout(app, member, bytes, `payees.${format}`);
    expect(payout).toMatchObject({ status: 'DRAFT', file: { layout: 'calmly' } });
    const rows = await allRows(app, member, payout.id);
    expect(rows).toMatchObject([{ beneficiaryId: hansa.id, cells: { name: 'Hansa GmbH', currency: 'EUR' } }]);
    expect(rows[0]?.faults.map(({ field }) => field).toSorted()).toEqual(['amount', 'reference']);
  }
});
