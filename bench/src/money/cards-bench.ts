/**
 * P16: 99th percentile of authorization requests, signed as Stripe sends them and answered over HTTP, while a payout of 20,000 rows is paid,
 * against that of a bare reservation of the ledger in the same load. Both come at a steady pace, each on one of many accounts.
 */
import { createHmac } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { bankAccount, openAccounts, post } from '@calmly/products/ledger/server/index.ts';
import { type BenchPayer, preparePayers } from '../support/payments-fixture.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, startServer } from '../support/server-process.ts';
import { callerOf } from './payouts-bench.ts';
import { settle } from './settling-bench.ts';

/** Of each kind. */
const perSecond = 50;
const cardCount = 100;
const secret = 'whsec_bench';
const deadlineMs = 1_400;

/** Starts its own PostgreSQL and server. The first round warms up. */
export async function benchCards(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  const env = {
    ...bankUnderLoad,
    DATABASE_URL: postgres.url,
    PAYOUTS: 'on',
    SANDBOX_RAIL_DELAY_MS: '0',
    ISSUER: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_AUTHORIZATION_SECRET: secret,
  };
  const server = await startServer(directory, env, 'bench/src/money/cards-server.ts');
  try {
    const payers = await preparePayers(postgres.url, server.url, { payers: rounds + 1, accountsEach: 1 });
    const [first] = payers;
    if (!first) throw new Error('the benchmark needs a client');
    const cards = await prepareCards(postgres.url, first);
    const taken: Array<{ readonly card: number; readonly bare: number }> = [];
    for (const [round, payer] of payers.entries()) {
      const load = startLoad(server.url, cards);
      await settle(callerOf(server.url, payer), round);
      const times = await load();
      if (round > 0) taken.push({ card: percentile99(times.card), bare: percentile99(times.bare) });
    }
    return [
      {
        id: 'P16',
        what: 'authorization of a card payment while a payout is paid, p99, against a bare reservation',
        value: median(taken.map(({ card, bare }) => card / bare)),
        unit: '×',
        must: 3,
        aim: 2,
        better: 'lower',
        details: {
          cardMs: taken.map(({ card }) => Math.round(card)),
          bareMs: taken.map(({ bare }) => Math.round(bare)),
        },
      },
    ];
  } finally {
    await server.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

interface BenchCard {
  readonly id: string;
  /** Another funded account, for the bare reservation. */
  readonly otherAccountId: string;
}

/** Funded cards as after Stripe has made them, inserted directly into the tables. */
async function prepareCards(databaseUrl: string, { clientId }: BenchPayer): Promise<BenchCard[]> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    const { sql } = database;
    const nostro = await bankAccount(sql, 'nostro', 'EUR');
    const ids = Array.from({ length: cardCount * 2 }, newId);
    await openAccounts(
      sql,
      ids.map((id) => ({ id, kind: 'card', currency: 'EUR', clientId, allowNegative: false }) as const),
    );
    await post(
      sql,
      ids.map((id) => ({
        id: newId(),
        debitAccountId: nostro,
        creditAccountId: id,
        amountMinor: 10n ** 9n,
        code: 'funding',
        at: new Date(),
      })),
    );
    const cards = Array.from({ length: cardCount }, (_, index) => ({
      id: newId(),
      otherAccountId: ids[cardCount + index] ?? '',
    }));
    await database.pool.query(
      `insert into cards.card (id, client_id, account_id, holder_id, kind, status, version, name, name_on_card, design, currency, last_four,
         expires_on, single_use, controls, at_processor, created_at, updated_at)
       select card.id, $2, card.account, client.holder_id, 'VIRTUAL', 'ACTIVE', 1, 'Bench', 'ANNA TAMM', 'ink', 'EUR', '4471',
         '2099-12-31', false, $4, true, now(), now()
       from unnest($1::uuid[], $3::uuid[]) as card (id, account), identity.client where client.id = $2`,
      [cards.map(({ id }) => id), clientId, ids.slice(0, cardCount), JSON.stringify(controls)],
    );
    return cards;
  } finally {
    await database.close();
  }
}

/** Everything is allowed, within limits that are checked. */
const controls = {
  limits: { perPayment: '1000.00', perDay: '1000000.00', perWeek: null, perMonth: null, inTotal: null },
  online: true,
  contactless: true,
  cash: true,
  abroad: true,
  categories: { mode: 'ALL', items: [] },
  countries: { mode: 'ALL', items: [] },
};

interface Times {
  readonly card: number[];
  readonly bare: number[];
}

/** Sends both at their pace, without waiting for answers, until the returned function is called. */
function startLoad(url: string, cards: readonly BenchCard[]): () => Promise<Times> {
  const times: Times = { card: [], bare: [] };
  const underWay: Array<Promise<unknown>> = [];
  let fault: unknown;
  const failed = (error: unknown) => {
    fault ??= error;
  };
  let sent = 0;
  const timer = setInterval(() => {
    const card = cards[sent % cards.length];
    sent += 1;
    if (!card) return;
    underWay.push(
      authorize(url, card.id).then((ms) => times.card.push(ms), failed),
      reserveAt(url, card.otherAccountId).then((ms) => times.bare.push(ms), failed),
    );
  }, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
    if (fault !== undefined) throw fault;
    return times;
  };
}

async function authorize(url: string, cardId: string): Promise<number> {
  const body = JSON.stringify(eventFor(cardId));
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  const startedMs = performance.now();
  const response = await fetch(`${url}/api/webhooks/stripe-authorizations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
    body,
  });
  const answer = await response.text();
  const ms = performance.now() - startedMs;
  // A request answered at the deadline was not decided in time, and counts with its full duration.
  if (answer !== '{"approved":true}' && ms < deadlineMs)
    throw new Error(`a payment was answered ${response.status}: ${answer}`);
  return ms;
}

async function reserveAt(url: string, accountId: string): Promise<number> {
  const { protocol, hostname, port } = new URL(url);
  const response = await fetch(`${protocol}//${hostname}:${Number(port) + 1}/${accountId}`);
  if (!response.ok) throw new Error(`a reservation was answered ${response.status}`);
  return ((await response.json()) as { ms: number }).ms;
}

const charge = { amount: 125, currency: 'eur', merchant_amount: 125, merchant_currency: 'eur' };

const eventFor = (cardId: string) => ({
  id: `evt_${newId()}`,
  type: 'issuing_authorization.request',
  data: {
    object: {
      ...charge,
      id: `iauth_${newId()}`,
      amount_details: null,
      approved: false,
      status: 'pending',
      authorization_method: 'contactless',
      card: { id: `ic_${cardId}`, metadata: { calmly_card: cardId } },
      merchant_data: { category_code: '5411', name: 'Rimi', city: 'Tallinn', country: 'EE' },
      pending_request: { ...charge, amount_details: null },
      request_history: [],
      transactions: [],
      verification_data: { cvc_check: 'not_provided', expiry_check: 'match' },
    },
  },
});

function percentile99(times: readonly number[]): number {
  const value = times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.99) - 1];
  if (value === undefined) throw new Error('no payment was answered while the payout was paid');
  return value;
}
