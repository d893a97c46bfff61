/**
 * The cards' calendar of a large bank: it finds due items without reading others, locks one card at a time, and continues after a failure. Controls,
 * tried once: with the batch in one transaction nothing of it is done if one card fails; without the day of the next look the receipts of all clients
 * are read.
 */
import { changeReceiptRules } from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  addCard,
  freeHolds,
  lookAtCards,
  paymentWith,
  processorOf,
} from '@calmly/server/test/support/cards.ts';
import { newClient, type Person, type SignedIn } from '@calmly/server/test/support/clients/clients.ts';
import { pagesRead } from '@calmly/server/test/support/plans.ts';
import { systemWork } from '@calmly/server/test/support/work.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expireHolds } from '../authorizations/hold-expiry.ts';
import { duesOf, keepCalendar } from './calendar.ts';

let bank: TestApp;
let anna: Person & SignedIn;
const run = (statement: string, parameters: readonly unknown[] = []) =>
  bank.database.pool.query(statement, [...parameters]);

beforeAll(async () => {
  bank = await startTestApp();
  anna = await newClient(bank);
  await run('create table public.changed (card_id uuid, transaction bigint)');
  await run(`create function public.note_change() returns trigger language plpgsql as $$ begin
    if new.name = 'Broken' then raise exception 'this card fails'; end if;
    insert into public.changed values (new.id, txid_current());
    return new;
  end $$`);
  await run(
    'create trigger note_change before update on cards.card for each row execute function public.note_change()',
  );
});
afterAll(() => bank.close());

const statusOf = async (id: string) =>
  (await run('select status from cards.card where id = $1', [id])).rows[0].status;

test('each card has a transaction of its own, and one that fails stops none', async () => {
  const owner = { clientId: anna.clientId, holderId: anna.personId };
  const past = { expiresOn: '2026-01-31', fundedMinor: 500n };
  const broken = await addCard(bank.database, owner, { ...past, expiresOn: '2025-12-31', name: 'Broken' });
  const cards = [];
  for (let count = 0; count < 5; count += 1) cards.push(await addCard(bank.database, owner, past));
  await lookAtCards(bank);
  expect(await Promise.all(cards.map(({ card }) => statusOf(card.id)))).toEqual(cards.map(() => 'EXPIRED'));
  expect(await statusOf(broken.card.id)).toBe('ACTIVE');
  const { rows } = await run(
    'select count(distinct card_id)::int as cards, count(distinct transaction)::int as transactions from public.changed',
  );
  expect(rows[0].transactions).toBeGreaterThanOrEqual(rows[0].cards);
  await run(`update cards.card set name = 'Mended' where id = $1`, [broken.card.id]);
  await lookAtCards(bank);
  expect(await statusOf(broken.card.id)).toBe('EXPIRED');
});

/** A run with time for this many cards. */
const timeFor = (cards: number) => () => {
  let left = cards;
  return () => left-- > 0;
};
const lookFor = (cards: number, payload: unknown) =>
  keepCalendar(bank.database, timeFor(cards)).outside(systemWork(bank.database.sql), payload);
const jobs = async (task = 'cards_calendar') =>
  (
    await run(
      `select p.key, p.payload, p.run_at > now() as later from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
        where j.task_identifier = $1 order by key`,
      [task],
    )
  ).rows;

/** Runs until nothing is left; returns how many runs, each with time for this many cards, that took. */
async function runsUntilDone(cards: number): Promise<number> {
  let payload: unknown = {};
  for (let runs = 1; ; runs += 1) {
    await run(`select graphile_worker.remove_job('cards_calendar:rest')`);
    await lookFor(cards, payload);
    const rest = (await jobs()).find(({ key }) => key === 'cards_calendar:rest');
    if (!rest) return runs;
    expect(rest.later).toBe(false);
    ({ payload } = rest);
  }
}

// Controls, tried once: if each run begins with the first kind, it never reaches the rules; without the list of failures, the runs never end.
test('cards that fail for a whole run keep no other kind waiting, and are tried again with the next hour', async () => {
  const owner = { clientId: anna.clientId, holderId: anna.personId };
  const past = { expiresOn: '2026-01-31', fundedMinor: 500n };
  const broken = [];
  for (let count = 0; count < 2; count += 1)
    broken.push((await addCard(bank.database, owner, { ...past, name: 'Broken' })).card.id);
  await bank.call(changeReceiptRules, { body: { ask: 'ALWAYS', above: null, lockAfterDays: null } }, anna);
  const { rows } = await run(`select current_date::text as today`);
  const kinds = duesOf(rows[0].today);
  const notices = kinds.findIndex(({ what }) => what === 'the notice before a card expires');
  const rules = kinds.findIndex(({ what }) => what === 'a new rule for receipts');
  const waiting = () => kinds[rules]?.list(bank.database.sql, { limit: 10, except: [] });
  await run(`select graphile_worker.remove_job('cards_calendar')`);
  await lookFor(1, {});
  expect(await waiting()).toEqual([anna.clientId]);
  const [next, rest] = await jobs();
  expect(next).toEqual({ key: 'cards_calendar', payload: {}, later: true });
  expect(rest).toEqual({
    key: 'cards_calendar:rest',
    payload: { first: notices + 1, failed: { [notices]: [expect.any(String)] } },
    later: false,
  });

  // Their end fails as well; then the rules follow.
  await lookFor(3, rest.payload);
  expect(await waiting()).toEqual([]);
  await run(`update cards.card set name = 'Mended' where id = any($1)`, [broken]);
  await lookAtCards(bank);
  expect(await Promise.all(broken.map(statusOf))).toEqual(['EXPIRED', 'EXPIRED']);
});

// Control, tried once: a run that does not skip earlier failures never reaches the last card.
test('cards that fail for a whole run keep no card behind them waiting', async () => {
  const owner = { clientId: anna.clientId, holderId: anna.personId };
  const broken = [];
  for (const expiresOn of ['2025-01-31', '2025-02-28', '2025-03-31'])
    broken.push((await addCard(bank.database, owner, { expiresOn, name: 'Broken' })).card.id);
  const { card } = await addCard(bank.database, owner, { expiresOn: '2025-04-30', fundedMinor: 500n });
  const runs = await runsUntilDone(1);
  expect(await statusOf(card.id)).toBe('EXPIRED');
  expect(await Promise.all(broken.map(statusOf))).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  // Each of the three fails once for the notice and once for its end, each in a separate run, and the other card is done in between.
  expect(runs).toBeLessThanOrEqual(10);
  await run(`update cards.card set name = 'Mended' where id = any($1)`, [broken]);
  await lookAtCards(bank);
  expect(await Promise.all(broken.map(statusOf))).toEqual(['EXPIRED', 'EXPIRED', 'EXPIRED']);
});

test('money that was held too long is freed card by card, past one that fails', async () => {
  const owner = { clientId: anna.clientId, holderId: anna.personId };
  const processor = processorOf(bank.database);
  const cards = [await addCard(bank.database, owner), await addCard(bank.database, owner)];
  for (const { card } of cards) await processor.decide(paymentWith(card).ask('10.00'));
  const [first, second] = cards;
  if (!first || !second) throw new Error('there are two cards');
  await run(`update cards.authorization set expires_at = now() - interval '1 hour' where card_id = any($1)`, [
    cards.map(({ card }) => card.id),
  ]);
  // The missing reservation is an error.
  await run(`update cards.authorization set reservation_id = gen_random_uuid() where card_id = $1`, [
    first.card.id,
  ]);
  await freeHolds(bank);
  expect((await second.balance()).reserved).toBe(0n);
  expect((await first.balance()).reserved).toBe(1_000n);

  // Cards that fail for a whole run are skipped in the next, which reaches the card behind them, and retried in the next regular run.
  await run(`update cards.authorization set expires_at = now() - interval '1 minute' where card_id = $1`, [
    first.card.id,
  ]);
  const more = await addCard(bank.database, owner);
  await processor.decide(paymentWith(more.card).ask('10.00'));
  await run(`update cards.authorization set expires_at = now() - interval '1 second' where card_id = $1`, [
    more.card.id,
  ]);
  let payload: unknown = {};
  const looks: Array<{ readonly later: boolean; readonly failed: number }> = [];
  while (looks.length < 4 && looks.at(-1)?.later !== true) {
    await expireHolds(bank.database, timeFor(1)).outside(systemWork(bank.database.sql), payload);
    const [job] = await jobs('card_holds_expire');
    payload = job.payload;
    looks.push({ later: job.later, failed: job.payload.failed?.[0].length ?? 0 });
  }
  expect(looks).toEqual([
    { later: false, failed: 1 },
    { later: true, failed: 0 },
  ]);
  expect((await more.balance()).reserved).toBe(0n);
});

test('finds due items without reading others', async () => {
  const { rows } = await run(`select current_date::text as today`);
  const today = rows[0].today as string;
  await bank.call(changeReceiptRules, { body: { ask: 'ALWAYS', above: null, lockAfterDays: null } }, anna);
  const { card } = await addCard(bank.database, { clientId: anna.clientId, holderId: anna.personId });
  await lookAtCards(bank);
  await query`delete from cards.authorization where expires_at < now()`.execute(bank.database.sql);
  // Years of payments whose notice was sent and whose receipt never came.
  await run(
    `insert into cards.authorization (id, card_id, account_id, reference, created_at, day, approved, channel, mcc, merchant_name, merchant_amount,
       merchant_currency, authorized_minor, cleared_minor, is_over, receipt_asked, receipt_notices)
     select gen_random_uuid(), $1, $2, 'history ' || n, now(), $3::date - n % 1000 - 2, true, 'ONLINE', '5411', 'Shop', '1.00', 'EUR', 100, 100, true, true, 1
     from generate_series(1, 20000) as n`,
    [card.id, card.accountId, today],
  );
  await run('vacuum analyze cards.authorization');
  for (const { what, list } of duesOf(today)) {
    const pages = await pagesRead(bank.database.pool, (sql) => list(sql, { limit: 200, except: [] }));
    expect(Math.max(...pages), what).toBeLessThan(20);
  }
});
