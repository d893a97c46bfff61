/** The review of a payout by its approver over HTTP: rows, warnings, accounts never paid before, and the difference to the last similar payout. */
import {
  allRights,
  deleteBeneficiary,
  listReviewRows,
  type PayoutDetails,
  type Rights,
  reviewPayout,
  setPayoutConfidential,
  updateBeneficiary,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import {
  actAlso,
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
} from '@calmly/server/test/support/clients/firm.ts';
import { addPayee, systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import {
  anna,
  confirmWithCode,
  fileOf,
  hansa,
  paidPayout,
  refusal,
  rowOf,
} from '@calmly/server/test/support/files/payout-rows.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addMember } from '../../../identity/server/index.ts';
import { compareNames } from '../check/name-job.ts';

let app: TestApp;
let firm: Firm;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  firm = await createFirm(app);
});
afterAll(() => app.close());

const berlin = 'DE89370400440532013000';
const tallinn = 'EE471000001020145685';

/** The pending request of a payout. */
async function waitingFor({ id }: PayoutDetails) {
  const found = (await inboxOf(app, firm.boris)).find(({ subjectId }) => subjectId === id);
  if (!found) throw new Error('nothing waits');
  return found;
}

const review = (token: string, id: string) => app.call(reviewPayout, { params: { id } }, { token });
const rowsOf = (token: string, id: string, query: object = {}) =>
  app.call(listReviewRows, { params: { id }, query }, { token });

/** Adds a member to the firm with only these rights. */
async function join(change: Partial<Rights>) {
  const person = await newClient(app, { firstName: 'Otto', lastName: 'Saar' });
  const none = Object.fromEntries(Object.keys(allRights).map((right) => [right, false])) as unknown as Rights;
  await systemWork(app.database, (work) =>
    addMember(work, {
      clientId: firm.companyId,
      personId: person.personId,
      rights: { ...none, ...change },
      validUntil: null,
    }),
  );
  return actAlso(app, person, firm.companyId);
}

test('rows, warnings, new accounts and the difference to the last similar payout', async () => {
  const boris = { token: firm.boris.companyToken };
  await paidPayout(
    app,
    boris,
    rowOf('Anna Tamm', anna, '100.00', 'October'),
    rowOf('Hansa GmbH', hansa, '200.00', 'October'),
    rowOf('Berlin Bau', berlin, '50.00', 'October'),
  );
  const payout = await uploadPayout(
    app,
    { token: firm.clara.companyToken },
    fileOf(
      rowOf('Anna Tamm', anna, '110.00', 'November'),
      rowOf('Hansa GmbH', hansa, '200.00', 'November'),
      rowOf('Mart Kask', tallinn, '70.00', 'November'),
      rowOf('Mart Kask', tallinn, '5.00', 'Bonus'),
    ),
  );
  expect((await confirmWithCode(app, { token: firm.clara.companyToken }, payout)).status).toBe(202);
  const { id, version } = await waitingFor(payout);

  // Boris decides from his own profile.
  const { output } = await review(firm.boris.token, id);
  expect(output).toMatchObject({
    isMasked: false,
    rows: 4,
    newAccounts: 1,
    newExamples: [{ name: 'Mart Kask', account: tallinn, amount: '75.00', currency: 'EUR' }],
    earlier: {
      totalsBefore: [{ currency: 'EUR', amount: '350.00' }],
      totalsAfter: [{ currency: 'EUR', amount: '385.00' }],
      added: 1,
      gone: 1,
      changed: 1,
      differences: [
        { name: 'Mart Kask', account: tallinn, before: null, after: '75.00' },
        { name: 'Berlin Bau', account: berlin, before: '50.00', after: null },
        { name: 'Anna Tamm', account: anna, before: '100.00', after: '110.00' },
      ],
    },
  });
  const counted = output.warnings.filter(({ field }) => field !== 'name');
  expect(counted).toEqual([
    { field: 'amount', code: 'paid_before', rows: 1, position: 2 },
    { field: 'account', code: 'first_payment', rows: 2, position: 3 },
  ]);

  const all = await rowsOf(firm.boris.token, id, { limit: 3 });
  expect(all.output).toMatchObject({
    hasMore: true,
    rows: [
      { position: 1, name: 'Anna Tamm', account: anna, amount: '110.00', reference: 'November' },
      { position: 2, name: 'Hansa GmbH' },
      { position: 3, name: 'Mart Kask' },
    ],
  });
  const rest = await rowsOf(firm.boris.token, id, { after: 3 });
  expect(rest.output).toMatchObject({ hasMore: false, rows: [{ position: 4, amount: '5.00' }] });
  const warned = await rowsOf(firm.boris.token, id, { warning: 'paid_before' });
  expect(warned.output.rows.map(({ position }) => position)).toEqual([2]);
  expect(warned.output.rows[0]?.warnings[0]?.message).toMatch(/^You paid this amount to this account on /);

  // Another company's person, and one of this company who may neither pay nor approve.
  const stranger = await newClient(app);
  for (const refused of [await review(stranger.token, id), await rowsOf(stranger.token, id)])
    expect(refused.status).toBe(404);
  const viewer = await join({});
  expect((await review(viewer.companyToken, id)).output).toEqual({
    isMasked: true,
    isOutdated: false,
    rows: 4,
    warnings: [],
    examples: [],
    newAccounts: 0,
    newExamples: [],
    earlier: null,
  });
  expect((await rowsOf(viewer.companyToken, id)).output).toEqual({ rows: [], hasMore: false });

  expect(await decide(app, firm.boris.token, [{ id, version }])).toEqual(['APPROVED']);
  expect(refusal(await review(firm.boris.token, id))).toEqual([409, 'approval_closed']);
});

// Control: a review that only checks the right to approve shows the salaries.
test('a confidential payout is reviewed by its figures without the right, and with its rows with it', async () => {
  const clara = { token: firm.clara.companyToken };
  const draft = await uploadPayout(
    app,
    clara,
    fileOf(rowOf('Secret Saar', 'NL91ABNA0417164300', '4321.00', 'Salary')),
  );
  const { output: payout } = await app.call(
    setPayoutConfidential,
    { params: { id: draft.id }, body: { version: draft.version, confidential: true } },
    clara,
  );
  expect((await confirmWithCode(app, clara, payout)).status).toBe(202);
  const { id } = await waitingFor(payout);
  const approver = await join({ can_approve: true });
  const masked = await review(approver.token, id);
  expect(masked.output).toMatchObject({ isMasked: true, rows: 1, newExamples: [], earlier: null });
  expect((await rowsOf(approver.token, id)).output.rows).toEqual([]);
  expect(JSON.stringify([masked.body])).not.toContain('Secret');

  const trusted = await join({ can_approve: true, can_view_confidential: true });
  expect((await review(trusted.token, id)).output).toMatchObject({
    isMasked: false,
    newExamples: [{ name: 'Secret Saar', amount: '4321.00' }],
  });
  expect((await rowsOf(trusted.token, id)).output.rows).toMatchObject([{ name: 'Secret Saar' }]);
});

test('names that are compared after the confirmation are warned of, and nothing else of the rows changes', async () => {
  const { clara } = firm;
  const lotte = 'DE42200505500000000052';
  const file = fileOf(rowOf('Lotte van der Visser', lotte, '31.00'), rowOf('Anna Tamm', anna, '32.00'));
  const payout = await uploadPayout(app, { token: clara.companyToken }, file);
  expect((await confirmWithCode(app, { token: clara.companyToken }, payout)).status).toBe(202);
  const { id } = await waitingFor(payout);
  // As if the row had another name that the job has not compared yet.
  await query`
    update payouts.row set name_check_of = ${lotte}, cells = cells || '{"name": "Someone Else"}' where payout_id = ${payout.id} and account = ${lotte}`.execute(
    app.database.sql,
  );
  const rows = async () =>
    (
      await query<object>`
        select cells, faults, amount_minor, version, payee_id from payouts.row where payout_id = ${payout.id} order by position`.execute(
        app.database.sql,
      )
    ).rows;
  const before = await rows();
  await systemWork(app.database, ({ sql }) => compareNames(sql, payout.id));
  const warned = async () =>
    (await rowsOf(firm.boris.token, id, { warning: 'name_no_match' })).output.rows.map(({ name }) => name);
  await expect.poll(warned).toEqual(['Someone Else']);
  expect(await rows()).toEqual(before);
  const { output } = await review(firm.boris.token, id);
  expect(output.warnings.map(({ code }) => code)).toContain('name_no_match');
});

const dublin = 'IE29AIBK93115212345678';

/** Gives a payee other accounts, as Boris. */
async function replaceAccounts(id: string, ...ibans: string[]) {
  const bankDetails = ibans.map((iban) => ({ currency: 'EUR', iban }));
  const changed = await callWithCode(
    app,
    updateBeneficiary,
    { params: { id }, body: { bankDetails } },
    firm.boris.companyToken,
  );
  expect(changed.status).toBe(200);
}

// Control: without the payees' current state, the review only says that accounts were changed lately, and omits the deleted payee.
test('rows to accounts that are no longer their payee’s are named, and the payout can only be sent again', async () => {
  const clara = { token: firm.clara.companyToken };
  const iban = {
    moved: 'FI2112345600000785',
    added: 'BE68539007547034',
    gone: 'FR1420041010050500013M02606',
  };
  const add = (name: string, account: string) =>
    addPayee(app, firm.companyId, { name, iban: account, trusted: true });
  const moved = await add('Moved Oy', iban.moved);
  const added = await add('Added NV', iban.added);
  const gone = await add('Gone SA', iban.gone);
  const payout = await uploadPayout(
    app,
    clara,
    fileOf(
      rowOf('Moved Oy', iban.moved, '10.00', 'First'),
      rowOf('Moved Oy', iban.moved, '11.00', 'Second'),
      rowOf('Added NV', iban.added, '12.00'),
      rowOf('Gone SA', iban.gone, '13.00'),
    ),
  );
  expect((await confirmWithCode(app, clara, payout)).status).toBe(202);
  const { id, version } = await waitingFor(payout);
  const before = (await review(firm.boris.token, id)).output;
  expect(before.isOutdated).toBe(false);
  const codesOf = (warnings: typeof before.warnings) => warnings.map(({ code, rows }) => `${code} ${rows}`);
  expect(codesOf(before.warnings).filter((each) => each.startsWith('payee_'))).toEqual([]);

  await replaceAccounts(moved.id, dublin);
  await replaceAccounts(added.id, iban.added, 'LU280019400644750000');
  await app.call(deleteBeneficiary, { params: { id: gone.id } }, { token: firm.boris.companyToken });

  const { output } = await review(firm.boris.token, id);
  expect(codesOf(output.warnings)).toEqual(
    expect.arrayContaining([
      'payee_account_replaced 2',
      'payee_details_changed 1',
      'payee_deleted_since 1',
      'payee_changed 1',
    ]),
  );
  expect(output.isOutdated).toBe(true);
  expect(output.examples).toEqual(
    expect.arrayContaining([
      {
        code: 'payee_account_replaced',
        position: 1,
        name: 'Moved Oy',
        account: iban.moved,
        amount: '10.00',
        currency: 'EUR',
        message:
          'This row pays an account that the payee no longer has. Check with the payee which one is right.',
      },
      expect.objectContaining({ code: 'payee_account_replaced', position: 2 }),
      expect.objectContaining({
        code: 'payee_deleted_since',
        position: 4,
        name: 'Gone SA',
        account: iban.gone,
      }),
    ]),
  );
  const { output: replaced } = await rowsOf(firm.boris.token, id, { warning: 'payee_account_replaced' });
  expect(replaced.rows.map(({ position, account }) => [position, account])).toEqual([
    [1, iban.moved],
    [2, iban.moved],
  ]);
  expect(await decide(app, firm.boris.token, [{ id, version }])).toEqual(['approval_changed']);

  const viewer = await join({});
  expect((await review(viewer.companyToken, id)).output).toMatchObject({
    isMasked: true,
    isOutdated: true,
    warnings: [],
    examples: [],
  });
});

test('at most three rows of a warning are named, however many there are', async () => {
  const clara = { token: firm.clara.companyToken };
  const lisbon = 'PT50000201231234567890154';
  const payee = await addPayee(app, firm.companyId, { name: 'Many Lda', iban: lisbon, trusted: true });
  const rows = Array.from({ length: 600 }, (_, at) => rowOf('Many Lda', lisbon, `${at + 1}.00`, `Job ${at}`));
  const payout = await uploadPayout(app, clara, fileOf(...rows));
  expect((await confirmWithCode(app, clara, payout)).status).toBe(202);
  await replaceAccounts(payee.id, 'AT611904300234573201');
  const { output } = await review(firm.boris.token, (await waitingFor(payout)).id);
  expect(output.warnings).toContainEqual({
    field: 'account',
    code: 'payee_account_replaced',
    rows: 600,
    position: 1,
  });
  const named = output.examples.filter(({ code }) => code === 'payee_account_replaced');
  expect(named.map(({ position }) => position)).toEqual([1, 2, 3]);
});

// Control: with the examples of someone who sees the rows, the masked reader learns the employee's name and account.
test('of a confidential payout with a changed payee, an approver without the right learns only that it must be sent again', async () => {
  const clara = { token: firm.clara.companyToken };
  const madrid = 'ES9121000418450200051332';
  const payee = await addPayee(app, firm.companyId, { name: 'Secret Moved', iban: madrid, trusted: true });
  const draft = await uploadPayout(app, clara, fileOf(rowOf('Secret Moved', madrid, '4321.00', 'Salary')));
  const { output: payout } = await app.call(
    setPayoutConfidential,
    { params: { id: draft.id }, body: { version: draft.version, confidential: true } },
    clara,
  );
  expect((await confirmWithCode(app, clara, payout)).status).toBe(202);
  const { id } = await waitingFor(payout);
  await replaceAccounts(payee.id, 'NL02ABNA0123456789');
  const masked = await review((await join({ can_approve: true })).token, id);
  expect(masked.output).toEqual({
    isMasked: true,
    isOutdated: true,
    rows: 1,
    warnings: [],
    examples: [],
    newAccounts: 0,
    newExamples: [],
    earlier: null,
  });
  for (const secret of ['Secret', madrid, '4321']) expect(JSON.stringify(masked.body)).not.toContain(secret);
  const seeing = await join({ can_approve: true, can_view_confidential: true });
  expect((await review(seeing.token, id)).output.examples).toContainEqual(
    expect.objectContaining({ code: 'payee_account_replaced', name: 'Secret Moved', account: madrid }),
  );
});

test('a new account that has become a payee’s since stops the approval: the payout can only be sent again', async () => {
  const clara = { token: firm.clara.companyToken };
  const later = 'SI56263300012039086';
  const payout = await uploadPayout(app, clara, fileOf(rowOf('Later d.o.o.', later, '14.00')));
  expect((await confirmWithCode(app, clara, payout)).status).toBe(202);
  const { id, version } = await waitingFor(payout);
  expect((await review(firm.boris.token, id)).output.isOutdated).toBe(false);
  await addPayee(app, firm.companyId, { name: 'Later d.o.o.', iban: later, trusted: true });
  expect((await review(firm.boris.token, id)).output.isOutdated).toBe(true);
  expect(await decide(app, firm.boris.token, [{ id, version }])).toEqual(['approval_changed']);
});
