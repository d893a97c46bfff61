/** Single-use cards after their payment. */

import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { addCard, paymentWith, processorOf } from '@calmly/server/test/support/cards.ts';
import { newClient, type Person, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { createCardholder, topUp } from '@calmly/server/test/support/issued-cards.ts';
import { drainJobs } from '@calmly/server/test/support/jobs.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDebts } from '../authorizations/money/debt.ts';
import { lockCard } from '../card-store.ts';
import { closeUsedCard, usedCardTask } from './used-up.ts';

let app: TestApp;
let anna: Person & SignedIn;

beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  anna = await newClient(app);
});
afterAll(() => app.close());

const owed = async (accountId: string) =>
  (await findDebts(app.database.sql, [accountId])).get(accountId) ?? 0n;

/** Jobs that check whether a card is used up. */
async function waitingJobs(): Promise<number> {
  const { rows } = await app.database.pool.query(
    'select count(*)::int as count from graphile_worker.jobs where task_identifier = $1',
    [usedCardTask],
  );
  return rows[0].count;
}

test('a single-use card pays after a check of nothing and after a payment that was given up, and then no more', async () => {
  const { card } = await addCard(
    app.database,
    { clientId: anna.clientId, holderId: anna.personId },
    { isSingleUse: true, fundedMinor: 1_000n },
  );
  const processor = processorOf(app.database);
  expect(await processor.decide(paymentWith(card).ask('0.00'))).toMatchObject({ approved: true });
  const given = paymentWith(card);
  await processor.decide(given.ask('5.00'));
  expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({
    declineReason: 'card_used_up',
  });
  await processor.take(given.reverse());
  const paid = paymentWith(card);
  expect(await processor.decide(paid.ask('6.00'))).toMatchObject({ approved: true });
  expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({
    declineReason: 'card_used_up',
  });
});

test('a used single-use card that owes money stays open until it is repaid', async () => {
  const { card } = await addCard(
    app.database,
    { clientId: anna.clientId, holderId: anna.personId },
    { isSingleUse: true, fundedMinor: 1_000n },
  );
  const processor = processorOf(app.database);
  const paid = paymentWith(card);
  await processor.decide(paid.ask('10.00'));
  await processor.take(paid.clear('12.00'));
  await app.database.inTransaction((sql) => closeUsedCard(systemWork(sql), { cardId: card.id }));
  const read = () => app.database.inTransaction((sql) => lockCard(sql, card.id));
  expect([(await read())?.status, await owed(card.accountId)]).toEqual(['ACTIVE', 200n]);
  expect(await processor.decide(paymentWith(card).ask('1.00'))).toMatchObject({ approved: false });
  await processor.take(paid.refund('2.00'));
  await until(read, (found) => found?.status === 'CLOSED');
  expect(await owed(card.accountId)).toBe(0n);
});

test('a used single-use card that owes money closes once money that was held repays it', async () => {
  const { card } = await addCard(
    app.database,
    { clientId: anna.clientId, holderId: anna.personId },
    { isSingleUse: true, fundedMinor: 1_000n },
  );
  const processor = processorOf(app.database);
  const held = paymentWith(card);
  await processor.decide(held.ask('10.00'));
  await processor.take(paymentWith(card).clear('10.00', { channel: 'OFFLINE' }));
  await until(waitingJobs, (count) => count === 0);
  const read = () => app.database.inTransaction((sql) => lockCard(sql, card.id));
  expect([(await read())?.status, await owed(card.accountId)]).toEqual(['ACTIVE', 1_000n]);
  await processor.take(held.reverse());
  await until(read, (found) => found?.status === 'CLOSED');
});

test('a used single-use card that owes money closes once a top-up repays it', async () => {
  const holder = await createCardholder(app, {}, { isSingleUse: true });
  const { id } = holder.card;
  await topUp(app, holder, id, '10.00');
  const processor = processorOf(app.database);
  const paid = paymentWith(holder.card);
  await processor.decide(paid.ask('10.00'));
  await processor.take(paid.clear('12.00'));
  await drainJobs(app);
  const status = async () => (await app.database.inTransaction((sql) => lockCard(sql, id)))?.status;
  expect(await status()).toBe('ACTIVE');
  await topUp(app, holder, id, '2.00');
  await drainJobs(app);
  expect(await status()).toBe('CLOSED');
});
