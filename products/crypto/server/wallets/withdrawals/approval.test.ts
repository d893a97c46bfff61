/** A company's withdrawal that needs a second person: the text of the code, the notice, the history and the place of the money, for every outcome. */
import {
  addCryptoPayee,
  cancelWithdrawal,
  createCryptoUser,
  decideInbox,
  deleteCryptoPayee,
  listCryptoPayees,
  recallApproval,
  resumePerson,
  suspendPerson,
  termsVersions,
} from '@calmly/contract';
import { shortAddress } from '@calmly/domain';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { problemOf } from '@calmly/server/test/support/clients/colleagues.ts';
import {
  actAlso,
  callWithCode,
  createFirm,
  decide,
  type Firm,
  inboxOf,
  setPolicy,
} from '@calmly/server/test/support/clients/firm.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { historyOf, move, outside, walletOf, withdraw } from '@calmly/server/test/support/wallets.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireTask } from '../../../../approvals/server/absence.ts';

let app: TestApp;
let firm: Firm;

beforeAll(async () => {
  app = await startTestApp();
  firm = await createFirm(app);
  await app.call(
    createCryptoUser,
    { body: { termsVersion: termsVersions.crypto } },
    { token: firm.boris.companyToken },
  );
  await move(app, { token: firm.boris.companyToken, account: firm.account }, 'Deposit', '100');
});
afterAll(() => app.close());

/** Clara's order, as the approver sees it. */
async function ordered() {
  const sent = await withdraw(app, { token: firm.clara.companyToken }, order);
  expect(sent.status).toBe(202);
  const [waiting] = (await inboxOf(app, firm.boris)).filter(({ kind }) => kind === 'withdrawal');
  if (!waiting) throw new Error('nothing waits');
  return waiting;
}
const order = { asset: 'EPI', amount: '20', address: outside.evm } as const;
const wallet = async () => {
  const { available, reserved } = await walletOf(app, { token: firm.clara.companyToken }, 'EPI');
  return { available, reserved };
};
const lastMovement = async () => (await historyOf(app, { token: firm.clara.companyToken }, 'Transfer'))[0];
const untouched = { available: '100.00000000', reserved: '0.00000000' };

/** The text of a decision's code. */
async function codeText(waiting: { readonly id: string; readonly version: string }) {
  const body = { items: [{ id: waiting.id, version: waiting.version }], decision: 'APPROVE' as const };
  const asked = await app.call(decideInbox, { body }, { token: firm.boris.token, idempotencyKey: newId() });
  expect(asked.status).toBe(203);
  return asked.text;
}

const notice = async (id: string) =>
  (
    await query<{ kind: string; params: Readonly<Record<string, string>> }>`
      select notice->>'kind' as kind, notice->'params' as params
      from graphile_worker._private_jobs, json_array_elements(payload) as notice
      where json_typeof(payload) = 'array' and notice->>'subjectId' = ${id}
    `.execute(app.database.sql)
  ).rows.at(-1);

test('approved: the code and the notice name amount and address, and it is queued', async () => {
  const waiting = await ordered();
  expect(await wallet()).toEqual({ available: '78.50000000', reserved: '21.50000000' });
  expect(await codeText(waiting)).toContain(
    `Approve a withdrawal of 20.00\u00a0EPI on Ethereum to ${outside.evm}, fee 1.50\u00a0EPI`,
  );
  expect((await notice(waiting.id))?.params).toMatchObject({
    amount: '20.00000000',
    counterparty: shortAddress(outside.evm),
  });
  expect(await decide(app, firm.boris.token, [waiting])).toEqual(['APPROVED']);
  const id = waiting.subjectId ?? '';
  expect(await lastMovement()).toMatchObject({ id, status: 'QUEUED', reason: null });
  // For the following tests.
  await app.call(cancelWithdrawal, { params: { id } }, { token: firm.clara.companyToken });
  expect(await lastMovement()).toMatchObject({ id, status: 'CANCELED', reason: 'canceled_by_client' });
  expect(await wallet()).toEqual(untouched);
});

test.each([
  ['rejected', 'approval_rejected', (waiting: Waiting) => decide(app, firm.boris.token, [waiting], 'REJECT')],
  [
    'withdrawn',
    'approval_recalled',
    ({ id }: Waiting) => app.call(recallApproval, { params: { id } }, { token: firm.clara.token }),
  ],
  ['expired', 'approval_expired', ({ id }: Waiting) => expire(id)],
  ['of somebody who was suspended', 'approval_requester_left', suspendClara],
] as const)('%s: the history says so, and the money is free', async (_, reason, end) => {
  const waiting = await ordered();
  await end(waiting);
  expect(await lastMovement()).toMatchObject({ id: waiting.subjectId, status: 'CANCELED', reason });
  expect(await wallet()).toEqual(untouched);
});

type Waiting = Awaited<ReturnType<typeof ordered>>;

/** Temporarily: she orders again in the following tests. */
async function suspendClara(waiting: Waiting): Promise<void> {
  const { personId } = firm.clara;
  const params = { id: personId };
  await callWithCode(app, suspendPerson, { params }, firm.boris.companyToken);
  expect(await decide(app, firm.boris.token, [waiting])).toEqual(['approval_requester_left']);
  await runJob('rights_lost', { personId, clientId: firm.companyId });
  await callWithCode(app, resumePerson, { params }, firm.boris.companyToken);
  firm = { ...firm, clara: await actAlso(app, firm.clara, firm.companyId) };
}

async function expire(id: string): Promise<void> {
  await query`update approvals.request set expires_at = now() where id = ${id}`.execute(app.database.sql);
  await runJob(expireTask, id);
}

async function runJob(task: string, payload: unknown): Promise<void> {
  const handler = app.app.jobs[task];
  if (typeof handler !== 'function') throw new Error(`there is no job ${task}`);
  await systemWork(app.database, (work) => handler(work, payload));
}

test('the code for a new entry of the address book names its address', async () => {
  const body = { label: 'Cold storage', asset: 'BTC', address: outside.bitcoin } as const;
  await callWithCode(app, addCryptoPayee, { body }, firm.clara.companyToken);
  const [waiting] = (await inboxOf(app, firm.boris)).filter(({ kind }) => kind === 'payee');
  if (!waiting) throw new Error('nothing waits');
  expect(await codeText(waiting)).toContain(
    `Approve the new address Cold storage: BTC on Bitcoin, ${outside.bitcoin}`,
  );
});

test('a withdrawal whose entry of the address book is deleted needs a new approval', async () => {
  const body = { label: 'Supplier', asset: 'EPI', address: outside.evm } as const;
  const { output } = await callWithCode(app, addCryptoPayee, { body }, firm.boris.companyToken);
  const sent = await withdraw(
    app,
    { token: firm.clara.companyToken },
    { asset: 'EPI', amount: '20', payeeId: output.id },
  );
  expect(sent.status).toBe(202);
  const find = async () => (await inboxOf(app, firm.boris)).find(({ kind }) => kind === 'withdrawal');
  const before = await find();
  if (!before) throw new Error('nothing waits');
  await app.call(deleteCryptoPayee, { params: { id: output.id } }, { token: firm.maria.companyToken });
  expect(await decide(app, firm.boris.token, [before])).toEqual(['approval_changed']);
  const after = await find();
  expect(after).toMatchObject({ id: before.id, warnings: ['payee_deleted'] });
  expect(await decide(app, firm.boris.token, [after ?? before])).toEqual(['APPROVED']);
});

test('a withdrawal to an address outside the address book also needs the approval of a new entry', async () => {
  const [byBoris, byMaria] = [firm.boris, firm.maria].map(({ personId }) => ({ personIds: [personId] }));
  if (!byBoris || !byMaria) throw new Error('there are two administrators');
  await setPolicy(app, firm, { payeeSteps: [byBoris, byMaria] });
  const waiting = await ordered();
  expect(waiting.steps.map(({ people }) => people.map(({ name }) => name))).toEqual([
    ['Boris Sokolov'],
    ['Maria Kask'],
  ]);
  expect(await decide(app, firm.boris.token, [waiting])).toEqual(['CONSENTED']);
  expect(await decide(app, firm.maria.token, [waiting])).toEqual(['APPROVED']);
});

test('… and the right to add one', async () => {
  const { personId, companyToken: token } = firm.clara;
  const body = { label: 'Known', asset: 'EPI', address: outside.evm } as const;
  const known = await callWithCode(app, addCryptoPayee, { body }, firm.maria.companyToken);
  expect(known.status).toBe(202);
  const [waiting] = (await inboxOf(app, firm.boris)).filter(({ kind }) => kind === 'payee');
  if (!waiting) throw new Error('nothing waits');
  await decide(app, firm.boris.token, [waiting]);
  const { output } = await app.call(listCryptoPayees, { query: {} }, { token });
  const payeeId = output.Items.find(({ label }) => label === 'Known')?.id ?? '';

  await query`update identity.membership set can_create_benef = false where person_id = ${personId} and client_id = ${firm.companyId}`.execute(
    app.database.sql,
  );
  expect(problemOf(await withdraw(app, { token }, order))).toBe('beneficiary_right_missing');
  const toKnown = { asset: 'EPI', amount: '20', payeeId } as const;
  expect((await withdraw(app, { token }, toKnown)).status).toBe(202);
});

/** Another firm with money in its EPI wallet, and its member Boris. */
async function another() {
  const other = await createFirm(app);
  const token = other.boris.companyToken;
  await app.call(createCryptoUser, { body: { termsVersion: termsVersions.crypto } }, { token });
  await move(app, { token, account: other.account }, 'Deposit', '500');
  return {
    other,
    token,
    send: (to: object) => withdraw(app, { token }, { asset: 'EPI', amount: '60', ...to }),
  };
}

test('withdrawals of one day add up for the company’s rules', async () => {
  const { other, send } = await another();
  const steps = [{ personIds: [] }, { personIds: [] }];
  await setPolicy(app, other, {
    paymentRules: [{ requesterIds: [], currency: 'ANY', above: '100.00', measure: 'DAY', steps }],
  });
  expect((await send({ address: outside.evm })).status).toBe(201);
  expect((await send({ address: outside.evm })).status).toBe(202);
});

test('while sign-in details are new, only an address that was known before is paid, ordered or approved', async () => {
  const { other, token, send } = await another();
  const { sql } = app.database;
  const entry = { label: 'Known', asset: 'EPI', address: outside.evm } as const;
  const { output } = await callWithCode(app, addCryptoPayee, { body: entry }, token);
  await query`update wallets.payee set created_at = now() - interval '1 day' where id = ${output.id}`.execute(
    sql,
  );
  const [known, unknown] = [{ payeeId: output.id }, { address: outside.evm }];
  const waiting = [];
  for (const to of [known, unknown]) {
    const clara = { token: other.clara.companyToken };
    expect((await withdraw(app, clara, { asset: 'EPI', amount: '60', ...to })).status).toBe(202);
    waiting.push(...(await inboxOf(app, other.boris)).slice(0, 1));
  }
  await query`
    update identity.person set email_changed_at = now() - interval '3 hours' where id = ${other.boris.personId}`.execute(
    sql,
  );
  expect((await send(known)).status).toBe(201);
  expect(problemOf(await send(unknown))).toBe('cooling_off');
  const [toKnown, toUnknown] = waiting;
  if (!toKnown || !toUnknown) throw new Error('two withdrawals wait');
  expect(await decide(app, other.boris.token, [toKnown])).toEqual(['APPROVED']);
  const { id, version } = toUnknown;
  const body = { items: [{ id, version }], decision: 'APPROVE' as const };
  const options = { token: other.boris.token, idempotencyKey: newId() };
  expect(problemOf(await app.call(decideInbox, { body }, options))).toBe('cooling_off');
  await query`update identity.person set email_changed_at = null where id = ${other.boris.personId}`.execute(
    sql,
  );
  expect(await decide(app, other.boris.token, [toUnknown])).toEqual(['APPROVED']);
});
