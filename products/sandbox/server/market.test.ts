/**
 * The sandbox's market starts although the database ends a connection during its set-up: ten starts in full size, each with another broken statement,
 * and three in the short form. Control, tried once: with a single attempt, nine of the ten have no market.
 */
import { listInstruments, listPositions } from '@calmly/contract';
import { instrumentCodes } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { startTestApp, type TestApp, testConfig } from '@calmly/server/test/support/app.ts';
import { sized } from '@calmly/server/test/support/campaign.ts';
import { newClient } from '@calmly/server/test/support/clients/clients.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { createFundedHolder } from '@calmly/server/test/support/wallets.ts';
import { sql as query } from 'kysely';
import { afterEach, expect, test } from 'vitest';

let bank: TestApp | undefined;
afterEach(async () => {
  await bank?.close();
  bank = undefined;
});

/** The n-th write to the table ends its own connection, once. A sequence counts, because it survives the rollback. */
const breaking =
  (table: string, time: number) =>
  async ({ pool }: Database): Promise<void> => {
    await pool.query(`
      create sequence public.written;
      create function public.end_connection() returns trigger language plpgsql security definer as $$
      begin
        if nextval('public.written') = ${time} then perform pg_terminate_backend(pg_backend_pid()); end if;
        return null;
      end $$;
      create trigger end_connection after insert on ${table} for each statement execute function public.end_connection()`);
  };

const withMarket = {
  jobs: true,
  config: {
    sandbox: { ...testConfig.sandbox, market: true, marketStepMs: 20 },
    crypto: { ...testConfig.crypto, sandboxBlockMs: 20 },
  },
};

/** Every instrument has been traded, and both sides of each book have orders. */
async function isAlive({ database }: TestApp): Promise<boolean> {
  const { rows } = await query<{ traded: number; sides: number }>`
    select (select count(last_price)::integer from trading.book) as traded,
      (select count(distinct (instrument, side))::integer from trading.trade_order where status = 'PLACED') as sides`.execute(
    database.sql,
  );
  return rows[0]?.traded === instrumentCodes.length && rows[0].sides === 2 * instrumentCodes.length;
}

// The bank's own addresses and deposits come first, those of the market after five.
const breaks = [
  ['identity.membership', 2],
  ['chain.transaction', 9],
  ['trading.candle', 2],
  ['identity.person', 1],
  ['wallets.address', 6],
  ['chain.transaction', 6],
  ['chain.transaction', 13],
  ['trading.candle', 1],
  ['trading.candle', 3],
  ['trading.trade_order', 1],
] as const;

test.for(breaks.slice(0, sized(3, breaks.length)))(
  'comes up when a connection breaks at %s, write %i',
  async ([table, time]) => {
    bank = await startTestApp({ ...withMarket, before: breaking(table, time) });
    const app = bank;
    await until(
      // This may use a connection that has just ended.
      () => isAlive(app).catch(() => false),
      (alive) => alive,
    );
    const { output } = await app.call(listInstruments, {}, await newClient(app));
    expect(output.filter(({ last }) => last === null)).toEqual([]);
    const { rows } = await query<{ written: bigint; candles: number; people: number; deposits: number }>`
    select (select last_value from public.written) as written,
      (select count(*)::integer from trading.candle where starts_at < now() - interval '1 day') as candles,
      (select count(*)::integer from identity.person where email like '%@market.calmly.example') as people,
      (select count(*)::integer from wallets.deposit join identity.client c on c.id = client_id where first_name = 'Market') as deposits`.execute(
      app.database.sql,
    );
    // It broke, and completed parts were not repeated.
    expect(Number(rows[0]?.written)).toBeGreaterThanOrEqual(time);
    expect(rows[0]).toMatchObject({ people: 2, deposits: 8 });
    expect(rows[0]?.candles).toBeGreaterThan(4_000);
  },
);

test('a wallet has the price of the last candle before the first trade', async () => {
  bank = await startTestApp();
  const holder = await createFundedHolder(bank, 'BTC', '0.5');
  await query`
    insert into trading.candle (instrument, starts_at, open, high, low, close, volume, value)
    values ('BTCEPI', now() - interval '1 hour', 164000, 164000, 164000, 164000, 1, 164000)`.execute(
    bank.database.sql,
  );
  const { output } = await bank.call(listPositions, {}, { token: holder.token });
  expect(output.Items).toMatchObject([{ asset: 'BTC', price: '82000.00000000', value: '41000.00000000' }]);
});

test('cancels its orders when there is no price to follow', async () => {
  const { sandbox, ...others } = withMarket.config;
  bank = await startTestApp({
    ...withMarket,
    config: { ...others, sandbox: { ...sandbox, followsPrices: true } },
    before: async ({ sql }) => {
      await query`
        insert into trading.reference_price (instrument, price, at, usable_until)
        select * from (values ('BTCEPI', 160000), ('ETHEPI', 56000), ('TONEPI', 3000)) as known (instrument, price),
          (values (now(), now() + interval '1 hour')) as said (at, usable_until)`.execute(sql);
    },
  });
  const app = bank;
  await until(
    () => isAlive(app),
    (alive) => alive,
  );
  await query`update trading.reference_price set usable_until = now()`.execute(app.database.sql);
  await until(
    async () =>
      (await query`select from trading.trade_order where status = 'PLACED'`.execute(app.database.sql)).rows,
    ({ length }) => length === 0,
  );
});
