/** Names of new payees are compared with their accounts in the background: as warnings, without a change of the rows, and without guessing. */
import {
  changePayoutRows,
  confirmPayout,
  getPayout,
  listPayoutRows,
  type PayoutRow,
  previewPayout,
  repairPayout,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { noNameChecks } from '@calmly/providers/name-check/name-check.ts';
import { sandboxNameChecks, silentIban } from '@calmly/providers/name-check/sandbox.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { allRows, templateHeadings, uploadPayout } from '@calmly/server/test/support/clients/payouts.ts';
import { sql as query } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBank } from '../../../accounts/server/accounts/index.ts';
import { compareSome } from './name-job.ts';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app);
});
afterAll(() => app.close());

const hansa = 'DE96200505500000000050';
const lotte = 'DE42200505500000000052';
const unknown = 'DE33200505501289447016';

const rowOf = (name: string, account: string, amount = '1.00') =>
  `,${name},,${account},,,,,${amount},EUR,Rent,,,,,,`;
const upload = (...rows: string[]) => uploadPayout(app, payer, [templateHeadings, ...rows, ''].join('\n'));

/** The remarks about names, once all of them were compared. */
async function answers(id: string, member = payer) {
  const waiting = () =>
    query`select from payouts.row where payout_id = ${id} and name_check_of is not null`.execute(
      app.database.sql,
    );
  await expect.poll(async () => (await waiting()).rows.length).toBe(0);
  return (await allRows(app, member, id)).map(answerOf);
}
const answerOf = ({ warnings }: PayoutRow) =>
  warnings
    .filter(({ code }) => code.startsWith('name_') && code !== 'name_transliterated')
    .map(({ code, message, suggestions }) => [code, message, ...suggestions]);
const version = async (id: string) => (await app.call(getPayout, { params: { id } }, payer)).output.version;

const otherName = ['name_no_match', 'The account is held under another name. Check it with the payee.'];
const similar = (name: string) => ['name_check', `The account is held under a similar name: ${name}.`, name];
const cannotSay = ['name_not_checked', 'The payee’s bank can’t say whose account this is.'];

test('each answer is a warning of the row; versions stay, and counts follow', async () => {
  const inside = await createPayer(app, { firstName: 'Marten', lastName: 'Kaskamees', fundedMinor: 0n });
  const payout = await upload(
    rowOf('Hansa Container Depot GmbH', hansa),
    rowOf('Hansa Container Depo GmbH', hansa),
    rowOf('Someone Else', lotte),
    rowOf('Anna Tamm', unknown),
    rowOf('Silent GmbH', silentIban),
    rowOf('Marten Kaskames', inside.account.iban ?? ''),
    rowOf('Peter Pan', inside.account.number),
    rowOf('Someone Else', lotte, 'wrong'),
  );
  expect(await answers(payout.id)).toEqual([
    [],
    [similar('Hansa Container Depot GmbH')],
    [otherName],
    [cannotSay],
    [cannotSay],
    [similar('Marten Kaskamees')],
    [otherName],
    [],
  ]);
  const after = (await app.call(getPayout, { params: { id: payout.id } }, payer)).output;
  // The names may have been compared before the payout was first read.
  expect(after.version).toBe(payout.version);
  expect(after.remarksVersion).toBeGreaterThan(0);
  expect((await allRows(app, payer, payout.id)).every((row) => row.version === 1)).toBe(true);
  expect(after.warnings).toContainEqual({ field: 'name', code: 'name_check', rows: 2, position: 2 });
  expect(after.warnings).toContainEqual({ field: 'name', code: 'name_no_match', rows: 2, position: 3 });
});

test('a suggested name is taken by a repair; another name is compared anew', async () => {
  const { id } = await upload(
    rowOf('Hansa Container Depo GmbH', hansa),
    rowOf('Lotte van der Viser', lotte),
    rowOf('Someone Else', lotte, '2.00'),
  );
  await answers(id);
  const body = { version: await version(id), repair: 'names', overwrite: false, preview: false } as const;
  expect((await app.call(repairPayout, { params: { id }, body }, payer)).output.rows).toBe(2);
  expect(await answers(id)).toEqual([[], [], [otherName]]);
  const [, , row] = await allRows(app, payer, id);
  const change = { position: 3, version: row?.version ?? 0, cells: { name: 'Lotte van der Visser' } };
  await app.call(
    changePayoutRows,
    { params: { id }, body: { changed: [change], added: [], removed: [] } },
    payer,
  );
  expect(await answers(id)).toEqual([[], [], []]);
});

// Control: without counting attempts by account, each guess is answered.
test('so many names are compared with one account, in however many rows', async () => {
  const inside = await createPayer(app, { firstName: 'Liis', lastName: 'Lepp', fundedMinor: 0n });
  const { id } = await upload(
    ...Array.from({ length: 20 }, (_, at) => rowOf(`Guess ${at}`, inside.account.iban ?? '')),
  );
  const said = await answers(id);
  expect(said.filter((one) => one.length > 0)).toHaveLength(8);
});

// Control: a confirmation that does not wait for the answers pays before anybody has read them.
test('a payout is confirmed once its names are compared, or when the caller does not wait for them', async () => {
  const { id } = await upload(rowOf('Someone Else', lotte), rowOf('Hansa Container Depot GmbH', hansa));
  await answers(id);
  await query`delete from beneficiaries.name_check`.execute(app.database.sql);
  await query`update payouts.row set name_check_of = account, warnings = '[]' where payout_id = ${id}`.execute(
    app.database.sql,
  );
  const confirming = async (more = {}) => {
    const body = { version: await version(id), mode: 'ALL' as const, payOn: null, ...more };
    const { status, body: answer } = await app.call(
      confirmPayout,
      { params: { id }, body },
      { ...payer, idempotencyKey: newId() },
    );
    const { code, detail } = answer as { code?: string; detail?: string };
    return status === 203 ? [status] : [status, code, detail];
  };
  const left = async () => (await app.call(previewPayout, { params: { id } }, payer)).output.uncomparedNames;
  expect(await left()).toBe(2);
  expect(await confirming()).toEqual([
    409,
    'payout_names_pending',
    '2 names are still being checked against their accounts. Wait a moment and confirm again.',
  ]);
  expect(await confirming({ skipNameCheck: true })).toEqual([203]);

  const tools = { database: app.database, bank: defaultBank, nameChecks: sandboxNameChecks };
  await compareSome(work(), tools, id);
  expect(await left()).toBe(0);
  expect(await confirming({ skipNameCheck: true })).toEqual([
    409,
    'payout_warnings',
    'Check the rows with warnings, then confirm again. Name doesn’t match the account: 1.',
  ]);
  const acknowledgedWarnings = [{ field: 'name', code: 'name_no_match', rows: 1, position: 1 }];
  expect(await confirming({ acknowledgedWarnings })).toEqual([203]);
});

const work = () => ({
  sql: app.database.sql,
  now: new Date(),
  newId,
  log: pino({ level: 'silent' }),
  actor: { kind: 'system', name: 'test' } as const,
});

test('each account is asked about once, also after a run that broke off; where no bank is asked nothing is said', async () => {
  const other = await createPayer(app);
  const asked: string[] = [];
  const counting = {
    name: 'counting',
    check: (subject: { readonly iban: string; readonly name: string }) => {
      asked.push(subject.name);
      return sandboxNameChecks.check(subject);
    },
  };
  const { id } = await uploadPayout(
    app,
    other,
    [templateHeadings, ...Array.from({ length: 30 }, (_, at) => rowOf(`Name ${at % 3}`, lotte)), ''].join(
      '\n',
    ),
  );
  await answers(id, other);
  await query`delete from beneficiaries.name_check`.execute(app.database.sql);
  await query`update payouts.row set name_check_of = account where payout_id = ${id}`.execute(
    app.database.sql,
  );
  const gone = { ...app.database, inTransaction: () => Promise.reject(new Error('the process is gone')) };
  const tools = { database: app.database, bank: defaultBank, nameChecks: counting };
  await expect(compareSome(work(), { ...tools, database: gone }, id)).rejects.toThrow('the process is gone');
  await compareSome(work(), tools, id);
  expect(asked.toSorted()).toEqual(['Name 0', 'Name 1', 'Name 2']);

  await query`delete from beneficiaries.name_check`.execute(app.database.sql);
  await query`update payouts.row set name_check_of = account where payout_id = ${id}`.execute(
    app.database.sql,
  );
  await compareSome(work(), { ...tools, nameChecks: noNameChecks }, id);
  const rows = await app.call(listPayoutRows, { params: { id }, query: {} }, other);
  expect(rows.output.rows.flatMap(answerOf)).toEqual([]);
});
