/** The platform's guarantees for batched calls: one key, one response, and a refused row does not affect the other calls. */
import { endpoint, wire } from '@calmly/contract';
import { clientId, startTestEdge, type TestEdge } from '@calmly/server/test/support/attackers/edge.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { newId } from '../../ids.ts';
import { Problem } from '../../problem.ts';
import type { Batch } from '../router.ts';
import { keyId, storeAnswers } from './idempotency.ts';
import { StepUp } from './step-up.ts';

const zNote = wire({ title: ['Title', z.string().max(100)] });
const note = endpoint({
  tag: 'Test',
  summary: 'For tests',
  access: 'client',
  presence: 'open',
  id: 'note',
  method: 'POST',
  path: '/notes',
  body: zNote,
  idempotent: true,
  status: 201,
  response: zNote,
});

/** The size of each batch, and the titles that were decided alone. */
let batches: number[] = [];
let alone: string[] = [];
let edge: TestEdge;

const challenge = {
  challenge_id: newId(),
  sent_via: 'email',
  sent_to: 'a@b',
  methods: ['email'],
  summary: 'note',
  expires_in: 300,
  resend_in: 9,
};

function refusalOf(title: string): Error | undefined {
  if (title.startsWith('refused')) return new Problem('not_found');
  if (title === 'malformed') return new Problem('invalid_request');
  if (title === 'code') return new StepUp(async () => ({ detail: challenge }));
  return undefined;
}

const batch: Batch<typeof note, string, undefined> = {
  name: 'notes',
  keyConstraint: 'note_pkey',
  prepare: async (_work, { body }) => body.title,
  lane: () => '',
  isAlone: (title) => title.endsWith('by itself'),
  async load(_db, calls) {
    batches.push(calls.length);
    return undefined;
  },
  async decide(db, calls) {
    const verdicts = calls.map(({ command: title }) => refusalOf(title) ?? (() => ({ title })));
    const titles = calls.flatMap(({ command: title }) => (refusalOf(title) ? [] : [title]));
    return {
      verdicts,
      write: () => sql`insert into note (title) select unnest(${titles}::text[])`.execute(db),
    };
  },
  async decideAlone({ sql: db }, title) {
    alone.push(title);
    const refusal = refusalOf(title);
    if (refusal) throw refusal;
    if (title === 'forbidden') throw new Problem('not_found');
    await sql`insert into note (title) values (${title})`.execute(db);
    return { title };
  },
};

beforeAll(async () => {
  edge = await startTestEdge((router) => router.batch(note, batch));
  await sql`create table note (title text primary key check (title not in ('forbidden', 'defect')))`.execute(
    edge.database.sql,
  );
});
afterAll(() => edge.close());
beforeEach(async () => {
  batches = [];
  alone = [];
  await sql`delete from note`.execute(edge.database.sql);
});

const send = (title: string, idempotencyKey = newId()) =>
  edge.call(note, { body: { title } }, { token: 'anna', idempotencyKey });
const titles = async () => {
  const { rows } = await sql<{ title: string }>`select title from note order by title`.execute(
    edge.database.sql,
  );
  return rows.map(({ title }) => title);
};
/** While the first call is decided the others wait, so that they are decided together. */
const sendTogether = (list: readonly string[]) => Promise.all(['first', ...list].map((title) => send(title)));

test('concurrent calls are one batch, each with its own response', async () => {
  const answers = await sendTogether(['a', 'refused', 'malformed', 'code', 'b']);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 404, 400, 203, 201]);
  expect(await titles()).toEqual(['a', 'b', 'first']);
  expect(batches.length).toBeLessThan(answers.length);
  expect(alone).toEqual([]);
});

test('a row that the database refuses is decided alone, the others in halves of the batch', async () => {
  const neighbours = Array.from({ length: 40 }, (_, place) => `note ${place}`);
  const answers = await sendTogether([...neighbours.slice(0, 13), 'forbidden', ...neighbours.slice(13)]);
  expect(Map.groupBy(answers, ({ status }) => status).get(404)).toHaveLength(1);
  expect(await titles()).toEqual(['first', ...neighbours].sort());
  expect(alone).toContain('forbidden');
  // Besides it only its last neighbour, and calls that arrived on a busy machine while nothing else waited.
  expect(alone.length).toBeLessThan(neighbours.length / 4);
  // After the second attempt, halving finds one of 42 in at most six steps of two batches each.
  expect(batches.length).toBeLessThan(neighbours.length / 2);
});

test('a batch that conflicts with another transaction runs once more, and none of its calls alone', async () => {
  const key = newId();
  const release = Promise.withResolvers<void>();
  const stored = Promise.withResolvers<void>();
  const other = edge.database.inTransaction(async (db) => {
    await storeAnswers(db, [
      { clientId: clientId('anna'), endpointId: note.id, key, hash: '0'.repeat(64), status: 201, body: '{}' },
    ]);
    stored.resolve();
    await release.promise;
  });
  await stored.promise;
  const sent = Promise.all([send('first'), send('a', key), send('b')]);
  await until(
    async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%idempotency_key%'`;
      return (await edge.database.pool.query(waiting)).rowCount;
    },
    (count) => count === 1,
  );
  release.resolve();
  await other;
  expect((await sent).map(({ status }) => status)).toEqual([201, 422, 201]);
  expect(await titles()).toEqual(['b', 'first']);
});

test('a defective row fails only for its caller, and its key stays free', async () => {
  const key = newId();
  const answers = await Promise.all([send('first'), send('a'), send('defect', key), send('b')]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 500, 201]);
  await sql`alter table note drop constraint note_title_check`.execute(edge.database.sql);
  expect((await send('defect', key)).status).toBe(201);
});

test('one key in one batch is executed once and gets the same bytes; another body under it is refused', async () => {
  const key = newId();
  const answers = await Promise.all([
    send('first'),
    ...['a', 'a', 'b', 'a'].map((title) => send(title, key)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 422, 201]);
  expect(new Set([answers[1], answers[2], answers[4]].map((answer) => answer?.text)).size).toBe(1);
  const again = await send('a', key);
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([201, 'true']);
  expect(await titles()).toEqual(['a', 'first']);
});

test('a refusal of a rule is stored with the key, in a batch and alone', async () => {
  for (const title of ['refused', 'refused by itself']) {
    const key = newId();
    const first = await send(title, key);
    const again = await send(title, key);
    expect([first.status, again.status, again.text]).toEqual([404, 404, first.text]);
    expect(again.headers.get('idempotent-replay')).toBe('true');
  }
  expect(alone).toEqual(['refused by itself']);
});

test('an HTTP request whose stored response was deleted is not executed again', async () => {
  const key = newId();
  expect((await send('by itself', key)).status).toBe(201);
  await sql`delete from platform.idempotency_key where id = ${keyId({ clientId: clientId('anna'), endpointId: note.id, key })}`.execute(
    edge.database.sql,
  );
  const answer = await send('by itself', key);
  expect([answer.status, answer.body]).toMatchObject([422, { code: 'idempotency_key_reused' }]);
  expect(await titles()).toEqual(['by itself']);
});

test('a call without a key is refused', async () => {
  const answer = await edge.call(note, { body: { title: 'a' } }, { token: 'anna' });
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'idempotency_key_required' }]);
});
