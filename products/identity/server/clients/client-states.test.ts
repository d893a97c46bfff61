import { clientStates } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { sql as query } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveClient, type Transition, transitions } from './client-states.ts';
import { createPersonClient } from './clients.ts';

let bank: TestDatabase;

beforeAll(async () => {
  bank = await createTestDatabase();
});
afterAll(() => bank.close());

const workOf = (sql: Sql): Work => ({
  sql,
  now: new Date(),
  actor: { kind: 'system', name: 'test' },
  newId,
  log: pino({ level: 'silent' }),
});

async function clientIn(state: (typeof clientStates)[number]): Promise<string> {
  const { clientId } = await createPersonClient(workOf(bank.database.sql), {
    email: `${newId()}@test.example`,
    password: 'more-payments-less-stress',
    firstName: 'Anna',
    lastName: 'Tamm',
    state,
  });
  return clientId;
}

const move = (clientId: string, transition: Transition) =>
  bank.database.inTransaction((sql) => moveClient(workOf(sql), clientId, transition));

async function stateOf(clientId: string): Promise<string | undefined> {
  const { rows } = await query<{
    state: string;
  }>`select state from identity.client where id = ${clientId}`.execute(bank.database.sql);
  return rows[0]?.state;
}

async function auditOf(clientId: string) {
  const { rows } = await query<{ action: string; details: unknown }>`
    select action, details from platform.audit where client_id = ${clientId}
  `.execute(bank.database.sql);
  return rows;
}

// Control: without `and state = …` in the update, every pair moves and 77 of these 88 fail.
test('each state allows exactly the transitions of the table; others are refused and change nothing', async () => {
  const names = Object.keys(transitions) as Transition[];
  for (const state of clientStates) {
    const clientIds = await Promise.all(names.map(() => clientIn(state)));
    for (const [index, name] of names.entries()) {
      const clientId = clientIds[index] ?? '';
      const { from, to } = transitions[name];
      if (from === state) {
        await move(clientId, name);
        expect(await stateOf(clientId), `${state} by ${name}`).toBe(to);
        expect(await auditOf(clientId)).toEqual([{ action: 'client.state_changed', details: { from, to } }]);
      } else {
        await expect(move(clientId, name), `${state} by ${name}`).rejects.toMatchObject({
          code: 'state_moved' satisfies Problem['code'],
        });
        expect(await stateOf(clientId)).toBe(state);
        expect(await auditOf(clientId)).toEqual([]);
      }
    }
  }
});

test('of two concurrent changes of a client one wins', async () => {
  const clientId = await clientIn('ACTIVE');
  const outcomes = await Promise.allSettled([move(clientId, 'block'), move(clientId, 'closeActive')]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
