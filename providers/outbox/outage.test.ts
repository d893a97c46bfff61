/** What a carrier that cannot be reached leaves behind, on the real queue with a carrier that fails as told. */

import { type JobRunner, startJobs } from '@calmly/platform/jobs/jobs.ts';
import { createTestDatabase, type TestDatabase } from '@calmly/server/test/support/database.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendAwaitedEmail, sendEmail } from '../email/index.ts';
import { Unreachable } from './delivery.ts';
import { createOutbox } from './index.ts';
import { endOutage, park, releaseParked } from './store.ts';

let bank: TestDatabase;
let jobs: JobRunner;
let isUp: boolean;
/** Recipients in the order in which their messages were carried. */
let carried: string[];
/** With a message to one of them the connection is lost: as many as try whether it is back. */
const poison = ['poison@example.test', 'venom@example.test'];

beforeAll(async () => {
  bank = await createTestDatabase();
  const { database, url } = bank;
  const outbox = createOutbox({
    database,
    carriers: {
      email: async ({ recipient }) => {
        if (!isUp || poison.includes(recipient)) throw new Unreachable('lost');
        carried.push(recipient);
      },
      sms: undefined,
      push: undefined,
    },
    lostReader: async () => undefined,
    sandbox: false,
    restMs: 30,
  });
  jobs = await startJobs({ url, database, handlers: outbox.jobs ?? {}, log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await jobs.stop();
  await bank.close();
});
beforeEach(() => {
  isUp = true;
  carried = [];
});

const mailTo = (to: string) => ({ to, locale: 'en', subject: 'News', paragraphs: ['Something'] }) as const;
const send = (to: string) => bank.database.inTransaction((open) => sendEmail(open, mailTo(to)));
const parked = async () =>
  (
    await sql<{ recipient: string }>`
      select recipient from outbox.message where parked_at is not null order by 1`.execute(bank.database.sql)
  ).rows.map(({ recipient }) => recipient);

test('messages that the carrier does not survive keep no others, and not what comes after them', async () => {
  isUp = false;
  for (const to of poison) await send(to);
  for (const name of ['anna', 'boris', 'clara']) await send(`${name}@example.test`);
  await until(parked, ({ length }) => length === 5);
  isUp = true;
  await until(
    () => carried,
    ({ length }) => length === 3,
  );
  for (let count = 1; count <= 5; count += 1) {
    await bank.database.inTransaction((open) =>
      sendAwaitedEmail(open, mailTo(`code${count}@example.test`), 300),
    );
    await until(
      () => carried,
      (all) => all.includes(`code${count}@example.test`),
    );
  }
  const { rows } = await sql<{ recipient: string }>`
    select recipient from outbox.message where settled_at is null order by 1`.execute(bank.database.sql);
  expect(rows.map(({ recipient }) => recipient)).toEqual(poison);
  await sql`update outbox.message set settled_at = now(), parked_at = null, text = '', email = null where settled_at is null`.execute(
    bank.database.sql,
  );
});

test('a message that is parked while the outage ends is released with the others', async () => {
  await jobs.stop();
  const { database } = bank;
  await send('late@example.test');
  const { rows } = await sql<{ id: string }>`
    select id from outbox.message where recipient = 'late@example.test'`.execute(database.sql);
  const id = rows[0]?.id ?? '';
  await sql`insert into outbox.outage (channel) values ('email') on conflict do nothing`.execute(
    database.sql,
  );

  let released: number | undefined;
  const parking = Promise.withResolvers<void>();
  // Begun out here: what runs within a transaction may not ask for another connection.
  const ending = (async () => {
    await parking.promise;
    await endOutage(database.sql, 'email');
    released = await database.inTransaction((other) =>
      releaseParked(other, { channel: 'email', limit: 10, restMs: 1 }),
    );
  })();
  await database.inTransaction(async (open) => {
    const isFirst = await park(open, { id, channel: 'email' }, { isTried: false, lookAt: new Date() });
    expect(isFirst).toBe(false);
    parking.resolve();
    // It waits for us, or it is past us.
    await until(
      async () => {
        const { rows: waiting } = await sql`select from pg_locks where not granted`.execute(open);
        return released !== undefined || waiting.length > 0;
      },
      (isSo) => isSo,
    );
  });
  await ending;
  expect(released).toBe(1);
  expect(await parked()).toEqual([]);
});
