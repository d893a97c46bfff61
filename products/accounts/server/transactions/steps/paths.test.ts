/** Steps that a transaction's own row tells, and rows of steps that name a path: read as those that list their steps, and never confused about who took a step. */

import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  openAnotherAccount,
  type Payer,
  readPayment,
} from '@calmly/server/test/support/clients/payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendSteps } from '../record.ts';
import type { Step, Steps } from '../transaction.ts';
import { momentReader, pathOf, paths, splitSteps } from './steps.ts';

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

const firstOf = async (id: string) =>
  (await query('select first_path, first_actor from transactions.transaction where id = $1', [id]))[0];

/** A payment to another bank that is executed. */
async function settled(): Promise<{
  payer: Payer;
  id: string;
  now: Awaited<ReturnType<typeof awaitPayment>>;
}> {
  const payer = await createPayer(app);
  const payee = await addPayee(app, payer.clientId, { trusted: true });
  const id = await pay(payer, { beneficiaryId: payee.id, amount: '1.00' });
  const now = await awaitPayment(app, payer, id, ({ status }) => status === 'EXECUTED');
  return { payer, id, now };
}

test('a settled payment to another bank leaves no row of steps: its own tells them', async () => {
  const { id, now } = await settled();
  expect(await rowsOf(id)).toEqual([]);
  expect(await firstOf(id)).toEqual({ first_path: 2, first_actor: null });
  expect(now.timeline.map(({ status, actor }) => [status, actor])).toEqual([
    ['SUBMITTED', 'Anna Tamm'],
    ['TO_AML_REVIEW', null],
    ['AML_APPROVED', null],
    ['IN_PROCESS', null],
    ['PENDING_FINANCE_INSTITUTION', null],
    ['EXECUTED', null],
  ]);
});

test.each([{}, { status: 'EXECUTED' as const }])(
  'a step after the execution writes the execution out, with its own time: %o',
  async (known) => {
    const { payer, id, now } = await settled();
    const later = new Date(Date.now() + 60_000);
    const back = { status: 'EXECUTED', at: later, actor: null, reason: 'account_closed' } as const;
    for (const version of [6, 7])
      await app.database.inTransaction((sql) =>
        appendSteps(sql, [{ transaction: { id, version, ...known }, steps: [back] }]),
      );
    expect(await rowsOf(id)).toEqual([
      { version: 6, actor: null, path: 1, statuses: null },
      { version: 7, actor: null, path: null, statuses: ['EXECUTED'] },
      { version: 8, actor: null, path: null, statuses: ['EXECUTED'] },
    ]);
    const { timeline } = await readPayment(app, payer, id);
    expect(timeline.slice(0, 6)).toEqual(now.timeline);
    expect(timeline.slice(6).map(({ at: time }) => new Date(time).getTime())).toEqual(
      Array(2).fill(later.getTime()),
    );
  },
);

test('a colleague who ordered is named though the company is the debtor', async () => {
  const { payer, id } = await settled();
  await query(
    `update transactions.transaction set debtor_name = 'Tamm OÜ', first_actor = 'Boris' where id = $1`,
    [id],
  );
  expect((await readPayment(app, payer, id)).timeline.map(({ actor }) => actor)).toEqual([
    'Boris',
    ...Array(5).fill(null),
  ]);
});

test('rows of before paths are read alike', async () => {
  const { payer, id, now } = await settled();
  await query('update transactions.transaction set first_path = null where id = $1', [id]);
  const insert = `insert into transactions.progress (transaction_id, version, at, actor, statuses, reasons) values ($1, $2, $3, $4, $5, $6)`;
  const [first, last] = [now.timeline[0]?.at, now.timeline.at(-1)?.at];
  await query(insert, [id, 1, first, 'Anna Tamm', ['SUBMITTED'], [null]]);
  await query(insert, [
    ...[id, 5, first, null],
    ['TO_AML_REVIEW', 'AML_APPROVED', 'IN_PROCESS', 'PENDING_FINANCE_INSTITUTION'],
    [null, 'screening_clear', null, null],
  ]);
  await query(insert, [id, 6, last, null, ['EXECUTED'], [null]]);
  expect(await readPayment(app, payer, id)).toEqual(now);
});

test('rows with a path are read alike, with the first steps and without', async () => {
  const { payer, id, now } = await settled();
  const insert = `insert into transactions.progress (transaction_id, version, at, actor, path) values ($1, $2, $3, $4, $5)`;
  const [first, last] = [now.timeline[0]?.at, now.timeline.at(-1)?.at];
  await query(insert, [id, 6, last, null, 1]);
  expect(await readPayment(app, payer, id)).toEqual(now);
  await query('update transactions.transaction set first_path = null where id = $1', [id]);
  await query(insert, [id, 5, first, 'Anna Tamm', 2]);
  expect(await readPayment(app, payer, id)).toEqual(now);
});

test('between own accounts neither side leaves a row', async () => {
  const payer = await createPayer(app);
  const savings = await openAnotherAccount(app, payer.clientId);
  const id = await pay(payer, { creditorAccount: savings.number, amount: '1.00' });
  expect(await rowsOf(id)).toEqual([]);
  expect(await firstOf(id)).toEqual({ first_path: 3, first_actor: null });
  const sides = await query(
    'select direction, first_path from transactions.transaction where client_id = $1 and scheme = $2 order by direction',
    [payer.clientId, 'OWN'],
  );
  expect(sides).toEqual([
    { direction: 'CREDIT', first_path: 1 },
    { direction: 'DEBIT', first_path: 3 },
  ]);
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

test('the row of a transaction tells its first steps and that it was executed next, and nothing else', () => {
  const told = (steps: Steps, debtorName = 'Anna') => {
    const { firstPath, firstActor, others } = splitSteps(
      { createdAt: at, debtorName },
      momentReader()(steps),
    );
    return [firstPath, firstActor, others.map(({ stepsTo }) => stepsTo)];
  };
  const anna = { actor: 'Anna' };
  const later = { at: new Date(at.getTime() + 1) };
  const sent: Steps = [
    step('SUBMITTED', anna),
    step('TO_AML_REVIEW'),
    step('AML_APPROVED', { reason: 'screening_clear' }),
    step('IN_PROCESS'),
    step('PENDING_FINANCE_INSTITUTION'),
  ];
  expect(told(sent)).toEqual([2, null, []]);
  expect(told(sent, 'Tamm OÜ')).toEqual([2, 'Anna', []]);
  expect(told([...sent, step('EXECUTED', later)])).toEqual([2, null, []]);
  // Executed for a reason, more steps after it, nothing that waits for another bank, a time before the row's, no path.
  expect(told([...sent, step('EXECUTED', { ...later, reason: 'account_closed' })])).toEqual([2, null, [6]]);
  const more = step('EXECUTED', { at: new Date(at.getTime() + 2) });
  expect(told([...sent, step('EXECUTED', later), more])).toEqual([2, null, [6, 7]]);
  expect(told([step('SUBMITTED', anna), step('EXECUTED', later)])).toEqual([6, null, [2]]);
  expect(told([step('SUBMITTED', { ...anna, ...later })])).toEqual([null, null, [1]]);
  expect(told([step('REJECTED')])).toEqual([null, null, [1]]);
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
