/** What may never happen: money twice, money that is not there, a payment lost. Each with a control that can fail. */
import {
  cancelPayment,
  createPayment,
  createQuote,
  executeExchange,
  getPayment,
  listPayments,
  openAccount,
} from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import { idempotencyPurge, keyId, storeAnswers } from '@calmly/platform/http/calls/idempotency.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startJobs } from '@calmly/platform/jobs/jobs.ts';
import { startBeside, startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import {
  createFirm,
  decide,
  inboxOf,
  moneyOf,
  order as orderAs,
} from '@calmly/server/test/support/clients/firm.ts';
import {
  addPayee,
  awaitPayment,
  createPayer,
  openAnotherAccount,
  type Payer,
  readPayment,
  systemWork,
  withSepaFee,
} from '@calmly/server/test/support/clients/payments.ts';
import { tightRaces } from '@calmly/server/test/support/tight-races.ts';
import { until } from '@calmly/server/test/support/until.ts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../../../ledger/server/index.ts';
import { processTask } from '../screening/process-payments.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const orders = async (payer: Payer) => {
  const query = { direction: 'DEBIT' as const, limit: 200 };
  return (await app.call(listPayments, { query }, { token: payer.token })).output.Items;
};

async function payerWithPayee(fundedMinor = 100_000n) {
  const payer = await createPayer(app, { fundedMinor });
  const payee = await addPayee(app, payer.clientId, { trusted: true });
  return { payer, order: { beneficiaryId: payee.id, amount: '50.00' } };
}

const startRunner = () =>
  startJobs({
    url: app.database.pool.options.connectionString ?? '',
    database: app.database,
    handlers: app.app.jobs,
    log: pino({ level: 'silent' }),
  });

describe('the same key', () => {
  test('pressed eight times at once pays once and answers the same bytes to all', async () => {
    const { payer, order } = await payerWithPayee();
    const idempotencyKey = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => payer.pay(order, { idempotencyKey })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await orders(payer)).toHaveLength(1);
  });

  test('with other keys, the control, pays eight times', async () => {
    const { payer, order } = await payerWithPayee();
    await Promise.all(Array.from({ length: 8 }, () => payer.pay(order)));
    expect(await orders(payer)).toHaveLength(8);
  });

  test('pressed at two servers at once pays once and answers the same bytes to all', async () => {
    const other = await startBeside(app);
    try {
      const { payer, order } = await payerWithPayee(1_000_000n);
      const facts = {
        debtorAccount: payer.account.number,
        reference: 'Invoice 7',
        chargeBearer: 'SHA',
      } as const;
      const body = { ...facts, ...order };
      const contested = async () => {
        const options = { token: payer.token, idempotencyKey: newId() };
        const calls = [app, other, app, other].map(({ call }) => call(createPayment, { body }, options));
        const answers = await Promise.all(calls);
        expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
        return new Set(answers.map(({ text }) => text));
      };
      const rounds = await Promise.all(Array.from({ length: 16 }, contested));
      expect(rounds.map(({ size }) => size)).toEqual(Array(16).fill(1));
      expect(await orders(payer)).toHaveLength(16);
    } finally {
      await other.close();
    }
  });

  /** Someone's transaction that has stored an answer under the key and not ended yet. */
  async function whileStored<Paid>(
    { clientId }: Payer,
    key: string,
    ending: 'commits' | 'rolls back',
    meanwhile: () => Promise<Paid>,
  ): Promise<Paid | undefined> {
    const paid: Array<Promise<Paid>> = [];
    const ended = app.database.inTransaction(async (sql) => {
      const claim = { clientId, endpointId: createPayment.id, key, hash: '0'.repeat(64) };
      await storeAnswers(sql, [{ ...claim, status: 201, body: '{}' }]);
      paid.push(meanwhile());
      // Until the payment waits for this transaction.
      await until(
        async () => {
          const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%idempotency_key%'`;
          return (await app.database.pool.query(waiting)).rowCount;
        },
        (count) => count === 1,
      );
      if (ending === 'rolls back') throw new Error('on purpose');
    });
    await ended.catch((error: Error) => expect(error.message).toBe('on purpose'));
    return paid[0];
  }

  test('that someone else stored in the same moment is theirs: nothing is paid', async () => {
    const { payer, order } = await payerWithPayee();
    const idempotencyKey = newId();
    const answer = await whileStored(payer, idempotencyKey, 'commits', () =>
      payer.pay(order, { idempotencyKey }),
    );
    expect(answer?.status).toBe(422);
    expect(answer?.body).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await orders(payer)).toHaveLength(0);
    expect(await payer.balance()).toMatchObject({ reserved: 0n });
  });

  test('that someone else gave up in the same moment is free: the payment is made', async () => {
    const { payer, order } = await payerWithPayee();
    const idempotencyKey = newId();
    const answer = await whileStored(payer, idempotencyKey, 'rolls back', () =>
      payer.pay(order, { idempotencyKey }),
    );
    expect(answer?.status).toBe(201);
    expect(await orders(payer)).toHaveLength(1);
  });

  test('after the answer was lost on the way is answered as if it had arrived', async () => {
    const { payer, order } = await payerWithPayee();
    const idempotencyKey = newId();
    const gone = new AbortController();
    const lost = fetch(`${app.url}/api/transactions`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        authorization: `Bearer ${payer.token}`,
        'idempotency-key': idempotencyKey,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        AccountFrom: payer.account.number,
        BeneficiaryId: order.beneficiaryId,
        Amount: order.amount,
        Details: 'Invoice 7',
        ChargeBearer: 'SHA',
      }),
    }).catch(() => undefined);
    // The server has the request once its payment exists; the client is gone before it hears of it.
    while ((await orders(payer)).length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    gone.abort();
    await lost;

    const again = await payer.pay(order, { idempotencyKey });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await orders(payer)).toHaveLength(1);
    expect(await payer.balance()).toMatchObject({ reserved: withSepaFee(5_000n) });
  });

  test('after a refusal by the rules is refused the same way, even if circumstances have changed', async () => {
    const { payer, order } = await payerWithPayee(withSepaFee(5_000n) - 1n);
    const idempotencyKey = newId();
    const first = await payer.pay(order, { idempotencyKey });
    const second = await payer.pay(order, { idempotencyKey });
    expect([first.status, second.status]).toEqual([422, 422]);
    expect(second.text).toBe(first.text);
  });

  /** Sends the key again beside two other payments: it alone is refused. */
  async function expectRefused(
    { payer, order }: Awaited<ReturnType<typeof payerWithPayee>>,
    idempotencyKey: string,
  ) {
    const before = (await orders(payer)).length;
    const [repeated, ...others] = await Promise.all([
      payer.pay(order, { idempotencyKey }),
      payer.pay(order),
      payer.pay(order),
    ]);
    expect(repeated).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(others.map(({ status }) => status)).toEqual([201, 201]);
    // Again, and by itself.
    expect((await payer.pay(order, { idempotencyKey })).status).toBe(422);
    expect(await orders(payer)).toHaveLength(before + 2);
  }
  /** As if the key was used so long ago, and the purge has run since. */
  async function purgeAfter(payer: Payer, key: string, age: string) {
    const id = keyId({ clientId: payer.clientId, endpointId: createPayment.id, key });
    const { rowCount } = await app.database.pool.query(
      'update platform.idempotency_key set created_at = now() - $2::interval where id = $1',
      [id, age],
    );
    expect(rowCount).toBe(1);
    await idempotencyPurge.deleteSome(app.database.sql, 100);
  }

  test('is refused for ever after it has paid, when its answer is purged, and its group is paid', async () => {
    const cast = await payerWithPayee();
    const idempotencyKey = newId();
    const paid = await cast.payer.pay(cast.order, { idempotencyKey });
    await purgeAfter(cast.payer, idempotencyKey, '29 days');
    expect((await cast.payer.pay(cast.order, { idempotencyKey })).text).toBe(paid.text);
    await purgeAfter(cast.payer, idempotencyKey, '31 days');
    await expectRefused(cast, idempotencyKey);
  });

  test('of a payment that kept it itself is refused the same way', async () => {
    const cast = await payerWithPayee();
    const idempotencyKey = newId();
    const { output } = await cast.payer.pay(cast.order, { idempotencyKey: newId() });
    const { rowCount } = await app.database.pool.query(
      'update transactions.transaction set idempotency_key = $2 where id = $1',
      [(output as { id: string }).id, idempotencyKey],
    );
    expect(rowCount).toBe(1);
    await expectRefused(cast, idempotencyKey);
    // Another client's own.
    const stranger = await payerWithPayee();
    expect((await stranger.payer.pay(stranger.order, { idempotencyKey })).status).toBe(201);
  });

  test('of a payment that was refused pays once its answer is purged', async () => {
    const { payer, order } = await payerWithPayee();
    const idempotencyKey = newId();
    const tooMuch = { ...order, amount: '2000.00' };
    expect((await payer.pay(tooMuch, { idempotencyKey })).status).toBe(422);
    await purgeAfter(payer, idempotencyKey, '31 days');
    expect((await payer.pay(order, { idempotencyKey })).status).toBe(201);
  });
});

describe('64 requests at once with one key and two bodies', () => {
  test('replay the stored answer to the request that was answered, and refuse the other body', async () => {
    const { payer, order } = await payerWithPayee();
    const idempotencyKey = newId();
    const first = await payer.pay(order, { idempotencyKey });
    const other = { ...order, amount: '51.00' };
    const send = (place: number) => payer.pay(place % 2 === 0 ? other : order, { idempotencyKey });
    const answers = await Promise.all(Array.from({ length: 64 }, (_, place) => send(place)));
    const [refused = [], repeated = []] = [0, 1].map((rest) =>
      answers.filter((_, place) => place % 2 === rest),
    );
    expect(new Set(repeated.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set([`201 ${first.text}`]),
    );
    expect(
      new Set(refused.map(({ status, body }) => `${status} ${(body as { code: string }).code}`)),
    ).toEqual(new Set(['422 idempotency_key_reused']));
    expect(await orders(payer)).toHaveLength(1);
  });

  test('pay once when nothing is stored yet: one body gets its answer everywhere, the other is refused', async () => {
    const { payer, order } = await payerWithPayee();
    const idempotencyKey = newId();
    const bodies = [order, { ...order, amount: '51.00' }];
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, place) => payer.pay(bodies[place % 2] ?? order, { idempotencyKey })),
    );
    const outcomes = [0, 1].map(
      (rest) => new Set(answers.filter((_, place) => place % 2 === rest).map(({ status }) => status)),
    );
    expect(outcomes.map((statuses) => [...statuses]).sort()).toEqual([[201], [422]]);
    expect(await orders(payer)).toHaveLength(1);
  });
});

test('a broken constraint that is not the key is a defect: 500, and the key stays free', async () => {
  const { payer, order } = await payerWithPayee();
  const { pool } = app.database;
  await pool.query(
    `create unique index seeded_defect on transactions.transaction (client_id, reference) where reference = 'seeded defect'`,
  );
  const seeded = { ...order, reference: 'seeded defect' };
  const idempotencyKey = newId();
  expect((await payer.pay(seeded)).status).toBe(201);
  const broken = await payer.pay(seeded, { idempotencyKey });
  expect([broken.status, broken.body]).toMatchObject([500, { code: 'internal' }]);
  expect(broken.text).not.toContain('seeded_defect');
  await pool.query('drop index transactions.seeded_defect');
  expect((await payer.pay(seeded, { idempotencyKey })).status).toBe(201);
});

describe('two hundred payments that race for one balance', () => {
  test('leave exactly one winner, and the books are right', async () => {
    const { payer, order } = await payerWithPayee(withSepaFee(5_000n));
    const answers = await Promise.all(Array.from({ length: 200 }, () => payer.pay(order)));
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect(statuses.get(201)).toHaveLength(1);
    expect(statuses.get(422)).toHaveLength(199);
    expect(await payer.balance()).toEqual({
      posted: withSepaFee(5_000n),
      reserved: withSepaFee(5_000n),
      available: 0n,
    });
    expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  });

  test('by every method: exactly as many win as the balance holds', async () => {
    const fits = 7n;
    const { payer, order } = await payerWithPayee(fits * withSepaFee(1_000n));
    const { token } = payer;
    const other = await createPayer(app, { fundedMinor: 0n });
    const neighbour = await addPayee(app, payer.clientId, { trusted: true, iban: other.account.iban ?? '' });
    const savings = await openAnotherAccount(app, payer.clientId);
    const dollars = { body: { currency: 'USD', name: 'Dollars' } } as const;
    const { output: toAccount } = await app.call(openAccount, dollars, { token, idempotencyKey: newId() });

    const each = 50;
    const withFee = formatDecimal(withSepaFee(1_000n), 'EUR');
    const quoted = {
      fromAccount: payer.account.number,
      toAccount: toAccount.number,
      amount: withFee,
      side: 'SELL',
    } as const;
    const quotes = await Promise.all(
      Array.from({ length: each }, () => app.call(createQuote, { body: quoted }, { token })),
    );
    const ways = [
      () => payer.pay({ ...order, amount: '10.00' }),
      () => payer.pay({ beneficiaryId: neighbour.id, amount: withFee }),
      () => payer.pay({ creditorAccount: savings.number, amount: withFee }),
      () => {
        const body = { quoteId: quotes.pop()?.output.id ?? '' };
        return app.call(executeExchange, { body }, { token, idempotencyKey: newId() });
      },
    ];
    const answers = await Promise.all(Array.from({ length: each }, () => ways.map((go) => go())).flat());
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect([statuses.get(201)?.length, statuses.get(422)?.length]).toEqual([7, 193]);
    expect((await payer.balance()).available).toBe(0n);
    expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  });

  test('overspend, as a control, when the balance is checked first and changed later', async () => {
    const { pool } = app.database;
    await pool.query('create table naive_balance (available numeric)');
    await pool.query('insert into naive_balance values (5050)');
    const callers = 16;
    let read = 0;
    const allRead = Promise.withResolvers<void>();
    const payNaively = async () => {
      const { rows } = await pool.query<{ available: string }>('select available from naive_balance');
      read += 1;
      if (read === callers) allRead.resolve();
      await allRead.promise;
      if (BigInt(rows[0]?.available ?? '0') < 5_050n) return false;
      await pool.query('update naive_balance set available = available - 5050');
      return true;
    };
    const won = await Promise.all(Array.from({ length: callers }, payNaively));
    expect(won.filter(Boolean).length).toBeGreaterThan(1);
  });
});

describe('processing', () => {
  test('resumes after a stop: payments ordered meanwhile are executed later, once', async () => {
    const { payer, order } = await payerWithPayee();
    const { output } = await payer.pay(order);
    expect(output.status).toBe('PENDING_FINANCE_INSTITUTION');

    const first = await startRunner();
    await first.stop();
    const second = await startRunner();
    const done = await awaitPayment(app, payer, output.id, ({ status }) => status === 'EXECUTED');
    await second.stop();
    expect(done.timeline).toHaveLength(6);
    expect(await payer.balance()).toMatchObject({ posted: 100_000n - withSepaFee(5_000n), reserved: 0n });
  });

  test('and cancelling race: one of them wins, and the money says the same as the status', async () => {
    // A payment that was approved is sent by its job.
    const firm = await createFirm(app);
    const { boris, clara } = firm;
    const process = app.app.jobs[processTask];
    if (!process || !('together' in process)) throw new Error('there is no job');
    let sent = 0n;
    await tightRaces(8, async (start) => {
      const { id } = (await orderAs(app, firm, clara, { amount: '10.00', reference: newId() })).output;
      expect(await decide(app, boris.token, await inboxOf(app, boris))).toEqual(['APPROVED']);
      const [canceled] = await Promise.all([
        start.first().then(() => app.call(cancelPayment, { params: { id } }, { token: clara.companyToken })),
        start.second().then(() => systemWork(app.database, (work) => process.together(work, [[id]]))),
      ]);
      const { status } = await readPayment(app, { token: clara.companyToken }, id);
      if (canceled.status === 200) expect(status).toBe('CANCELED');
      else {
        expect([canceled.status, status]).toEqual([409, 'PENDING_FINANCE_INSTITUTION']);
        sent += 1n;
      }
      return canceled.status === 200 ? 'first' : 'second';
    });
    expect(await moneyOf(app, firm)).toMatchObject({
      posted: 10_000_000n,
      reserved: sent * withSepaFee(1_000n),
    });
    expect((await verifyBooks(app.database.sql)).breaches).toEqual([]);
  });

  test('shows every step once, even if jobs run twice', async () => {
    const { payer, order } = await payerWithPayee();
    const { output } = await payer.pay(order);
    await app.database.pool.query(
      `select graphile_worker.add_job('payments_process', json_build_array($1::text))`,
      [output.id],
    );
    const runner = await startRunner();
    await awaitPayment(app, payer, output.id, ({ status }) => status === 'EXECUTED');
    await runner.stop();
    const { output: done } = await app.call(
      getPayment,
      { params: { id: output.id } },
      { token: payer.token },
    );
    expect(done.timeline).toHaveLength(6);
  });
});
