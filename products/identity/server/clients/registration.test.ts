/** Hashing a stranger's password is slow: no transaction, and no lock of the company, waits for it. */
import { randomUUID } from 'node:crypto';
import { joinByInvitation } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInvited } from './registration.ts';

let bank: TestApp;
beforeAll(async () => {
  bank = await startTestApp();
});
afterAll(() => bank.close());

test('an invited person’s password is hashed before the transaction begins', async () => {
  const events: string[] = [];
  const person = {
    email: `${randomUUID()}@test.example`,
    phone: '+491701234567',
    firstName: 'Nora',
    lastName: 'Berg',
    get password() {
      events.push('the password is read');
      return 'river-lantern-cobalt-17';
    },
  };
  const database = {
    ...bank.database,
    inTransaction: (run: Parameters<TestApp['database']['inTransaction']>[0]) => {
      events.push('a transaction begins');
      return bank.database.inTransaction(run);
    },
  };
  const request = {
    endpointId: joinByInvitation.id,
    hash: randomUUID(),
    locale: 'en',
    ip: '203.0.113.5',
    userAgent: 'test',
    sandbox: true,
    headers: {},
    secure: false,
  };
  const work = {
    sql: bank.database.sql,
    now: new Date(),
    newId,
    log: bank.log,
    actor: { kind: 'anonymous' },
    request,
  } as unknown as Parameters<typeof openInvited>[0];
  const options = {
    database,
    proofs: undefined,
    allowBearer: testConfig.allowBearer,
  } as unknown as Parameters<typeof openInvited>[1];
  await openInvited(work, options, person, async () => undefined);
  expect(events).toEqual(['the password is read', 'a transaction begins']);
});
