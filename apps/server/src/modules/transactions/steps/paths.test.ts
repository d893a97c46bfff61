/** Rows of steps that name a path: small, read as those that list their steps, and never confused about who took a step. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  openAnotherAccount,
  type Payer,
  readPayment,
} from '../../../../test/support/clients/payments.ts';
import type { Step, Steps } from '../transaction.ts';
import { momentReader } from './moments.ts';
import { pathOf, paths } from './paths.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[] = []) =>
  (await app.database.pool.query(text, values)).rows;
const rowsOf = (id: string) =>
  query(
    'select version, actor, path, statuses from transactions.progress where transaction_id = $1 order by version',
    [id],
  );

async function pay(payer: Payer, order: Parameters<Payer['pay']>[0]): Promise<string> {
  const { output } = await payer.pay(order);
  return (output as { id: string }).id;
}

test('the code and the database have the same paths', async () => {
  const stored = await query('select id, by_actor, statuses, reasons from transactions.path order by id');
  expect(stored).toEqual(
    [...paths].map(([id, { byActor, steps }]) => ({
      id,
      by_actor: byActor,
      statuses: steps.map(([status]) => status),
      reasons: steps.map(([, reason = null]) => reason),
    })),
  );
});

test('a settled payment to another bank leaves two rows, without a word of its statuses', async () => {
  const payer = await createPayer(app);
  const payee = await addPayee(app, payer.clientId, { trusted: true });
  const id = await pay(payer, { beneficiaryId: payee.id, amount: '1.00' });
  const { timeline } = await awaitPayment(app, payer, id, ({ status }) => status === 'EXECUTED');
  expect(await rowsOf(id)).toEqual([
    { version: 5, actor: 'Anna Tamm', path: 2, statuses: null },
    { version: 6, actor: null, path: 1, statuses: null },
  ]);
  expect(timeline.map(({ status, actor }) => [status, actor])).toEqual([
    ['SUBMITTED', 'Anna Tamm'],
    ['TO_AML_REVIEW', null],
    ['AML_APPROVED', null],
    ['IN_PROCESS', null],
    ['PENDING_FINANCE_INSTITUTION', null],
    ['EXECUTED', null],
  ]);
});

test('rows of before paths are read alike', async () => {
  const payer = await createPayer(app);
  const payee = await addPayee(app, payer.clientId, { trusted: true });
  const id = await pay(payer, { beneficiaryId: payee.id, amount: '1.00' });
  const now = await awaitPayment(app, payer, id, ({ status }) => status === 'EXECUTED');
  await query('delete from transactions.progress where transaction_id = $1 and version = 5', [id]);
  const insert = `insert into transactions.progress (transaction_id, version, at, actor, statuses, reasons) values ($1, $2, $3, $4, $5, $6)`;
  const { at } = now.timeline[0] ?? { at: new Date() };
  await query(insert, [id, 1, at, 'Anna Tamm', ['SUBMITTED'], [null]]);
  await query(insert, [
    ...[id, 5, at, null],
    ['TO_AML_REVIEW', 'AML_APPROVED', 'IN_PROCESS', 'PENDING_FINANCE_INSTITUTION'],
    [null, 'screening_clear', null, null],
  ]);
  expect(await readPayment(app, payer, id)).toEqual(now);
});

test('between own accounts each side leaves one row', async () => {
  const payer = await createPayer(app);
  const savings = await openAnotherAccount(app, payer.clientId);
  const id = await pay(payer, { creditorAccount: savings.number, amount: '1.00' });
  expect(await rowsOf(id)).toEqual([{ version: 5, actor: 'Anna Tamm', path: 3, statuses: null }]);
});

const at = new Date('2026-11-29T03:00:00Z');
const step = (status: Step['status'], more: Partial<Step> = {}): Step => ({
  status,
  at,
  actor: null,
  reason: null,
  ...more,
});
const written = (steps: Steps) =>
  momentReader()(steps).map(({ actor, path, statuses, stepsTo }) => [actor, path, statuses, stepsTo]);

test('steps that are no path keep their lists, and each person and each time a row', () => {
  const rare = step('REJECTED', { reason: 'account_closed' });
  expect(written([rare])).toEqual([[null, null, '{REJECTED}', 1]]);
  // Two people, the bank before a person, a person after the bank, two times.
  const [anna, boris] = [{ actor: 'Anna' }, { actor: 'Boris' }];
  expect(written([step('SUBMITTED', anna), step('EXECUTED', boris)])).toEqual([
    ['Anna', 6, null, 1],
    ['Boris', null, '{EXECUTED}', 2],
  ]);
  expect(written([step('SUBMITTED'), step('EXECUTED')])).toEqual([[null, null, '{SUBMITTED,EXECUTED}', 2]]);
  expect(written([step('EXECUTED'), step('CREATED', anna)])).toEqual([
    [null, 1, null, 1],
    ['Anna', 7, null, 2],
  ]);
  const later = new Date(at.getTime() + 1);
  expect(written([step('SUBMITTED', anna), step('EXECUTED', { at: later })])).toEqual([
    ['Anna', 6, null, 1],
    [null, 1, null, 2],
  ]);
  // The control: together they are a path.
  expect(pathOf([step('SUBMITTED', anna), step('EXECUTED')])).toBe(8);
});

test('a row names a path or lists its steps, never both and never neither', async () => {
  const insert = (path: number | null, statuses: string | null) =>
    query(
      `insert into transactions.progress (transaction_id, version, at, path, statuses, reasons) values (gen_random_uuid(), 1, now(), $1, $2::text[], $2::text[])`,
      [path, statuses],
    );
  await expect(insert(1, '{EXECUTED}')).rejects.toThrow('progress_path_or_lists');
  await expect(insert(null, null)).rejects.toThrow('progress_path_or_lists');
  await insert(1, null);
});
