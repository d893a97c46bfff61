/**
 * Emails and SMS delayed by an unavailable carrier are checked again before they are sent: a person who has left the company or lost the right gets
 * none of them. Control, tried once: without the check in `deliver`, each of them arrives.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import {
  allRights,
  changePerson,
  removePerson,
  saveNotificationChoice,
  saveQuietHours,
} from '@calmly/contract';
import { type JobRunner, startJobs } from '@calmly/platform/jobs/jobs.ts';
import { type Notice, notify } from '@calmly/platform/notify/notices.ts';
import { type App, createApp } from '@calmly/server/src/app.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { callWithCode, createFirm, type Firm } from '@calmly/server/test/support/clients/firm.ts';
import { systemWork } from '@calmly/server/test/support/clients/payments.ts';
import { urlOfDatabase } from '@calmly/server/test/support/database.ts';
import { certificate } from '@calmly/server/test/support/processes/certificate.ts';
import { type Relay, startRelay } from '@calmly/server/test/support/processes/providers/smtp.ts';
import { failedAttempts, holdRetries, retryNow } from '@calmly/server/test/support/retries.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { releaseHeld } from './quiet/release.ts';

/** Whether relay and gateway are currently unavailable. */
let isBusy = false;
/** Texts of the sent SMS. */
const texts: string[] = [];
let gateway: Server;
let relay: Relay;
let app: TestApp;
let carrying: App;
let jobs: JobRunner;
let firm: Firm;
const trusted = tls.getCACertificates('default');

beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, certificate]);
  relay = await startRelay({ refuse: () => (isBusy ? 450 : undefined) });
  gateway = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (!isBusy) texts.push(new URLSearchParams(Buffer.concat(chunks).toString()).get('Body') ?? '');
      response.writeHead(isBusy ? 500 : 201, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ sid: `SM${'2'.repeat(32)}`, status: 'queued' }));
    });
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  app = await startTestApp();
  const { database, log } = app;
  // A separate server sends them, because one with real carriers shows no codes in its answers.
  carrying = await createApp({
    database,
    log,
    config: {
      ...testConfig,
      smtp: { url: `smtp://127.0.0.1:${relay.port}`, from: 'Calmly <no-reply@calmly.example>' },
      twilio: {
        accountSid: `AC${'0'.repeat(32)}`,
        user: `SK${'1'.repeat(32)}`,
        secret: 'key-secret',
        from: '+4915100000000',
        baseUrl: gatewayUrl,
      },
      carrierRestMs: 1,
    },
  });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.sql);
  const url = urlOfDatabase(inject('clusterUrl'), rows[0]?.name ?? '');
  jobs = await startJobs({ url, database, handlers: carrying.jobs, log });
  await holdRetries(app.database.sql);
});
afterAll(async () => {
  await jobs.stop();
  await carrying.close();
  await app.close();
  await relay.close();
  gateway.closeAllConnections();
  gateway.close();
  tls.setDefaultCACertificates(trusted);
});

const phone = '+37255500099';
/** Sees confidential payouts, and is no administrator. */
const rights = { ...allRights, is_boss: false };

beforeEach(async () => {
  isBusy = false;
  firm = await createFirm(app);
  await sql`update identity.person set phone = null where phone = ${phone}`.execute(app.database.sql);
  await sql`update identity.person set phone = ${phone} where id = ${firm.clara.personId}`.execute(
    app.database.sql,
  );
  await setRights(rights);
  for (const topic of ['payment_received', 'payment_rejected'] as const)
    await app.call(
      saveNotificationChoice,
      { body: { topic, portal: true, email: true, sms: true, push: false } },
      { token: firm.clara.token },
    );
  await until(messages, (all) => all.every(({ settled }) => settled));
  relay.received.length = 0;
  texts.length = 0;
});

const clara = () => ({ params: { id: firm.clara.personId } });
async function setRights(granted: typeof rights): Promise<void> {
  const body = { rights: granted, validUntil: null };
  const answer = await callWithCode(app, changePerson, { ...clara(), body }, firm.boris.companyToken);
  expect(answer.status).toBe(200);
}

const messages = async () =>
  (
    await sql<{ channel: string; recipient: string; failure: string | null; settled: boolean; text: string }>`
      select channel, recipient, failure, settled_at is not null as settled, text from outbox.message
      where channel <> 'push' order by id`.execute(app.database.sql)
  ).rows;

/** Notifies Boris, Maria and Clara of money. */
function tell(notice: Partial<Notice> = {}): Promise<void> {
  const params = { amount: '13.57', currency: 'EUR', counterparty: 'Zebulon Quartzman' };
  const told: Notice = { kind: 'payment_received', clientId: firm.companyId, params, ...notice };
  return systemWork(app.database, (work) => notify(work, [told]));
}
/** Messages that were temporarily refused, or whose carrier is unavailable. */
const untilWaiting = (count: number) =>
  until(
    async () => {
      const { rows } = await sql`select from outbox.message where parked_at is not null`.execute(
        app.database.sql,
      );
      return rows.length + (await failedAttempts(app.database.sql)).length;
    },
    (waiting) => waiting === count,
  );

/** While no carrier is available: three emails wait, and an SMS to Clara. */
async function tellWhileBusy(notice: Partial<Notice>): Promise<void> {
  isBusy = true;
  await tell(notice);
  await untilWaiting(4);
}

async function carryAgain() {
  isBusy = false;
  await until(
    async () => {
      await retryNow(app.database.sql);
      return messages();
    },
    (all) => all.every(({ settled }) => settled),
  );
  const failures = (await messages()).filter(({ failure }) => failure !== null);
  await sql`delete from outbox.message`.execute(app.database.sql);
  return {
    failures: failures.map(({ channel, failure, text }) => [channel, failure, text]),
    /** Who got an email about the money. */
    told: relay.received
      .filter(({ bodies }) => bodies.get('text/plain')?.includes('Zebulon Quartzman'))
      .map(({ recipient }) => recipient)
      .toSorted(),
  };
}

test('a person who has left the company gets no more emails or SMS about it, the others do', async () => {
  await tellWhileBusy({});
  const left = await callWithCode(app, removePerson, clara(), firm.boris.companyToken);
  expect(left.status).toBe(204);
  const { failures, told } = await carryAgain();
  expect(failures.toSorted()).toEqual([
    ['email', 'left', ''],
    ['sms', 'left', ''],
  ]);
  expect(told).toEqual([firm.boris.email, firm.maria.email].toSorted());
  expect(texts).toEqual([]);
  // The message that they were removed is for them.
  const removed = relay.received.filter(({ recipient }) => recipient === firm.clara.email);
  expect(removed.map(({ bodies }) => bodies.get('text/plain'))).toEqual([
    expect.stringContaining('Your access to the company has ended'),
  ]);
});

test('a confidential message is not sent to a person whose right was taken away, by email or SMS', async () => {
  await tellWhileBusy({ kind: 'payment_returned', audience: 'confidential' });
  await setRights({ ...rights, can_view_confidential: false });
  const { failures, told } = await carryAgain();
  expect(failures.toSorted()).toEqual([
    ['email', 'right_lost', ''],
    ['sms', 'right_lost', ''],
  ]);
  expect(told).toEqual([firm.boris.email, firm.maria.email].toSorted());
  expect(texts).toEqual([]);
});

test('messages that a person may still read arrive when the carriers are back', async () => {
  await tellWhileBusy({ kind: 'payment_returned', audience: 'confidential' });
  await setRights({ ...rights, can_approve: false });
  const { failures, told } = await carryAgain();
  expect(failures).toEqual([]);
  expect(told).toEqual([firm.boris.email, firm.clara.email, firm.maria.email].toSorted());
  expect(texts).toEqual([expect.stringContaining('Zebulon Quartzman')]);
});

test('messages held by quiet hours wait for the carriers like all others', async () => {
  const { personId, token } = firm.clara;
  const hours = { from: '00:00', to: '23:59', timeZone: 'UTC', holdsEmail: true };
  await app.call(saveQuietHours, { body: { ...hours, isOn: true } }, { token });
  await tell();
  await until(
    async () =>
      (await sql`select from notifications.held where person_id = ${personId}`.execute(app.database.sql))
        .rows,
    ({ length }) => length === 2,
  );
  await until(messages, (all) => all.every(({ settled }) => settled));
  await app.call(saveQuietHours, { body: { ...hours, isOn: false } }, { token });
  isBusy = true;
  await systemWork(app.database, (work) => releaseHeld('http://portal.test')(work, { personId }));
  await untilWaiting(2);
  expect((await callWithCode(app, removePerson, clara(), firm.boris.companyToken)).status).toBe(204);
  expect((await carryAgain()).failures.toSorted()).toEqual([
    ['email', 'left', ''],
    ['sms', 'left', ''],
  ]);
  expect(texts).toEqual([]);
});
