/** Exactly once per key, even if responses are lost. The effect is a row; the response contains a random number, so that a second execution shows. */
import { randomUUID } from 'node:crypto';
import { endpoint, wire } from '@calmly/contract';
import { createCall } from '@calmly/server/test/support/app.ts';
import {
  actorOf,
  clientId,
  startTestEdge,
  type TestEdge,
} from '@calmly/server/test/support/attackers/edge.ts';
import { startDroppingProxy } from '@calmly/server/test/support/processes/dropping-proxy.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '../../problem.ts';
import type { Work } from '../../work.ts';
import {
  type Claim,
  claimKeys,
  earlierKeysPurge,
  findKeys,
  idempotencyPurge,
  keyId,
  lastsAfter,
  storeAnswers,
} from './idempotency.ts';

const spec = {
  method: 'POST',
  tag: 'Test',
  summary: 'Leaves one row',
  access: 'client',
  presence: 'open',
  body: wire({ label: ['Label', z.string()], outcome: ['Outcome', z.string().default('done')] }),
  response: wire({ number: ['Number', z.string()] }),
  status: 201,
} as const;
const act = endpoint({ ...spec, id: 'act', path: '/act', idempotent: true });
/** The negative control: the same work without the key's protection. */
const actUnprotected = endpoint({ ...spec, id: 'actUnprotected', path: '/act-unprotected' });

let edge: TestEdge;

async function leaveRow(work: Work, body: { label: string; outcome: string }) {
  await sql`insert into effect (label) values (${body.label})`.execute(work.sql);
  if (body.outcome === 'refused') throw new Problem('payment_state');
  if (body.outcome === 'failed') throw new Problem('unavailable');
  if (body.outcome === 'broken') throw new Error('a defect');
  return { number: randomUUID() };
}

beforeAll(async () => {
  edge = await startTestEdge((router) => {
    router.write(act, (work, { body }) => leaveRow(work, body));
    router.write(actUnprotected, (work, { body }) => leaveRow(work, body));
  });
  await sql`create table effect (label text not null)`.execute(edge.database.sql);
});
afterAll(() => edge.close());

async function effects(label: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from effect where label = ${label}
  `.execute(edge.database.sql);
  return Number(rows[0]?.count);
}

/** A claim of a client, whose request hash is one digit repeated. */
const claimBy = (client: string, key: string, digit = 'e'): Claim => ({
  clientId: clientId(client),
  endpointId: 'act',
  key,
  hash: digit.repeat(64),
});

const storm = (label: string, target: typeof act | typeof actUnprotected) =>
  Promise.all(
    Array.from({ length: 64 }, () =>
      edge.call(
        target as typeof act,
        { body: { label, outcome: 'done' } },
        { token: 'anna', idempotencyKey: label },
      ),
    ),
  );

test('64 concurrent calls with one key act once, and all get the same bytes', async () => {
  const answers = await storm('storm', act);
  expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotent-replay') === 'true').length).toBe(63);
  expect(await effects('storm')).toBe(1);
});

test('control: without the protection the same calls act 64 times', async () => {
  const answers = await storm('control', actUnprotected);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(64);
  expect(await effects('control')).toBe(64);
});

test('a repeated call whose response was lost gets the same response, and acted once', async () => {
  const proxy = await startDroppingProxy(edge.url);
  const throughProxy = createCall(proxy.url);
  for (let round = 0; round < 20; round += 1) {
    const label = `dropped ${round}`;
    const input = { body: { label, outcome: 'done' } };
    const options = { token: 'anna', idempotencyKey: `dropped-${round}` };
    await expect(throughProxy(act, input, options)).rejects.toThrow();
    expect(proxy.dropped.at(-1)).toContain('201 Created');
    const repeated = await edge.call(act, input, options);
    const again = await edge.call(act, input, options);
    expect(repeated.status).toBe(201);
    expect(proxy.dropped.at(-1)?.endsWith(repeated.text)).toBe(true);
    expect(again.text).toBe(repeated.text);
    expect(await effects(label)).toBe(1);
  }
  proxy.close();
});

test('a key with another request is refused and changes nothing', async () => {
  const options = { token: 'anna', idempotencyKey: 'reused' };
  await edge.call(act, { body: { label: 'first', outcome: 'done' } }, options);
  const other = await edge.call(act, { body: { label: 'second', outcome: 'done' } }, options);
  expect(other.status).toBe(422);
  expect(other.body).toMatchObject({ code: 'idempotency_key_reused' });
  expect(await effects('second')).toBe(0);
});

test('keys of two clients never meet', async () => {
  const input = { body: { label: 'two clients', outcome: 'done' } };
  const anna = await edge.call(act, input, { token: 'anna', idempotencyKey: 'shared' });
  const boris = await edge.call(act, input, { token: 'boris', idempotencyKey: 'shared' });
  expect(boris.text).not.toBe(anna.text);
  expect(await effects('two clients')).toBe(2);
});

test('a key of an application is refused to the person who connected it', async () => {
  const requested = endpoint({
    ...spec,
    id: 'act',
    path: '/act',
    idempotent: true,
    scope: 'payments:request',
  });
  const application = { id: 'penny', name: 'Penny', scopes: ['payments:request'], accountIds: [] } as const;
  const connected = await startTestEdge((router) => router.write(requested, async () => ({ number: '1' })), {
    authenticate: async (token) => {
      const anna = actorOf('anna');
      return anna && token === 'penny' ? { ...anna, application } : anna;
    },
  });
  const body = { label: 'one', outcome: 'done' };
  const send = (token: string) => connected.call(requested, { body }, { token, idempotencyKey: 'one' });
  expect((await send('penny')).status).toBe(201);
  expect((await send('anna')).body).toMatchObject({ code: 'idempotency_key_reused' });
  expect((await send('penny')).status).toBe(201);
  await connected.close();
});

test('a call without a key is refused before it acts', async () => {
  const answer = await edge.call(act, { body: { label: 'keyless', outcome: 'done' } }, { token: 'anna' });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ code: 'idempotency_key_required' });
  expect(await effects('keyless')).toBe(0);
});

test('the refusal of a rule is final: nothing stays written, and the key returns it again', async () => {
  const input = { body: { label: 'refused', outcome: 'refused' } };
  const options = { token: 'anna', idempotencyKey: 'refused' };
  const first = await edge.call(act, input, options);
  const second = await edge.call(act, input, options);
  expect([first.status, second.status]).toEqual([409, 409]);
  expect(second.text).toBe(first.text);
  expect(second.headers.get('content-type')).toContain('application/problem+json');
  expect(second.headers.get('idempotent-replay')).toBe('true');
  expect(await effects('refused')).toBe(0);
});

test('a failure leaves neither effect nor key, so that the same key may try again', async () => {
  for (const outcome of ['failed', 'broken']) {
    const options = { token: 'anna', idempotencyKey: outcome };
    const failed = await edge.call(act, { body: { label: outcome, outcome } }, options);
    expect(failed.status).toBe(outcome === 'failed' ? 503 : 500);
    expect(failed.text).not.toContain('defect');
    const id = keyId({ clientId: clientId('anna'), endpointId: 'act', key: outcome });
    const stored = () => edge.database.pool.query('select from platform.idempotency_key where id = $1', [id]);
    const { rows } = await stored();
    expect(rows).toEqual([]);
    const retried = await edge.call(act, { body: { label: outcome, outcome: 'done' } }, options);
    expect(retried.status).toBe(201);
    expect(await effects(outcome)).toBe(1);
    // The control: the table does hold settled keys.
    expect((await stored()).rows).toHaveLength(1);
  }
});

test('a group claims new keys, points duplicates to their first, replays answered ones and refuses reused ones', async () => {
  const claim = (key: string, digit = 'e') => claimBy('group', key, digit);
  const verdicts = await edge.database.inTransaction(async (open) => {
    await claimKeys(open, [claim('old')]);
    await storeAnswers(open, [{ ...claim('old'), status: 201, body: '{"a":1}' }]);
    return claimKeys(open, [
      claim('b'),
      claim('a'),
      claim('b'),
      claim('a', 'f'),
      claim('old'),
      claim('old', 'f'),
    ]);
  });
  expect(verdicts).toEqual([
    'claimed',
    'claimed',
    { sameAs: 0 },
    'reused',
    { replay: { status: 201, body: '{"a":1}' } },
    'reused',
  ]);
});

test('a group replays the stored response to its own request wherever it is, and refuses the others', async () => {
  const claim = (digit: string) => claimBy('mixed', 'k', digit);
  const verdicts = await edge.database.inTransaction(async (open) => {
    await storeAnswers(open, [{ ...claim('a'), status: 201, body: '{"a":1}' }]);
    return claimKeys(open, [claim('b'), claim('a'), claim('c'), claim('b'), claim('a')]);
  });
  const replay = { replay: { status: 201, body: '{"a":1}' } };
  expect(verdicts).toEqual(['reused', replay, 'reused', 'reused', replay]);
});

test.each([
  ['keys', 'platform.idempotency_key', idempotencyPurge],
  ['keys of before answers were packed', 'platform.idempotency_key_before', earlierKeysPurge],
])('%s are deleted after thirty days, not before', async (_what, table, purge) => {
  const claims = ['29 days', '31 days'].map((age) => claimBy('old', `${table} ${age}`));
  const { sql: db } = edge.database;
  const isPacked = purge === idempotencyPurge;
  for (const [place, claim] of claims.entries()) {
    if (isPacked) await storeAnswers(db, [{ ...claim, status: 204, body: '' }]);
    else await storeAsBefore(claim, 204, '');
    const isIt = isPacked ? sql`id = ${keyId(claim)}` : sql`key = ${claim.key}`;
    const age = place === 0 ? '29 days' : '31 days';
    await sql`update ${sql.raw(table)} set created_at = now() - ${age}::interval where ${isIt}`.execute(db);
  }
  await purge.deleteSome(db, 100);
  expect(await findKeys(edge.database.sql, claims)).toEqual([
    { replay: { status: 204, body: '' } },
    'claimed',
  ]);
});

test('a lasting key is refused to every request once its answer is purged; other keys are free again', async () => {
  const { sql: db } = edge.database;
  const claims = [claimBy('old', 'lasts'), claimBy('old', 'lasts not')];
  await storeAnswers(
    db,
    claims.map((claim, place) => ({ ...claim, status: 204, body: '', lasts: place === 0 })),
  );
  await sql`update platform.idempotency_key set created_at = now() - interval '31 days'
    where id = any(${claims.map(keyId)}::uuid[])`.execute(db);
  expect(await idempotencyPurge.deleteSome(db, 100)).toBe(2);
  expect(await findKeys(db, claims)).toEqual(['reused', 'claimed']);
  expect(await idempotencyPurge.deleteSome(db, 100)).toBe(0);
});

test('a key lasts if its call may have moved money', () => {
  const [call, payment] = [{}, { money: 'leaves' as const }];
  expect([201, 204, 404, 422].map((status) => lastsAfter(payment, status))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(lastsAfter(call, 201)).toBe(false);
});

test('an answer that was stored before answers were packed is replayed to its request and refused to another, byte for byte', async () => {
  const old = claimBy('earlier', 'k');
  const body = '{"name":"Ülle \u2028 "quoted""}';
  await storeAsBefore(old, 201, body);
  const other = { ...old, hash: 'f'.repeat(64) };
  expect(await findKeys(edge.database.sql, [old, other])).toEqual([
    { replay: { status: 201, body } },
    'reused',
  ]);
  expect(await findKeys(edge.database.sql, [claimBy('stranger', 'k')])).toEqual(['claimed']);
});

test('a stored key sorts by time, and its other parts are in the rest', () => {
  const claim = { ...claimBy('anna', '0199F3A2-7c1b-7d00-8a1b-aa3456789012') };
  const id = keyId(claim);
  expect(id).toMatch(/^0199f3a2-7c1b-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  const others = [
    { ...claim, clientId: clientId('boris') },
    { ...claim, endpointId: 'other' },
    { ...claim, key: '0199f3a2-7c1b-7d00-8a1b-aa3456789013' },
    { ...claim, key: 'no uuid' },
    { ...claim, key: 'no uuid either' },
  ];
  expect(new Set([id, ...others.map(keyId)]).size).toBe(6);
});

/** Stores a key and answer in the format of earlier versions. */
async function storeAsBefore(
  { clientId, endpointId, key, hash }: Claim,
  status: number,
  body: string,
): Promise<void> {
  await sql`
    insert into platform.idempotency_key_before (client_id, endpoint_id, key, hash, status, body)
    values (${clientId}, ${endpointId}, ${key}, ${hash}, ${status}, ${body})
  `.execute(edge.database.sql);
}
