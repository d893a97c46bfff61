/** Which price counts when the book, the candles and the history say different things. Control, tried once: without the book in `offerClose` the history's close comes between. */

import { startPriceServer } from '@calmly/server/test/support/processes/price-service.ts';
import { until } from '@calmly/server/test/support/until.ts';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createPriceService } from './price-service.ts';

const timing = {
  pollMs: 30,
  heartbeatMs: 20_000,
  firstRetryMs: 20,
  longestRetryMs: 100,
  keepMs: 20,
  timeoutMs: 5_000,
};

it('a reading of the history leaves the price of the current book, until its websocket is lost', async () => {
  const server = await startPriceServer();
  const { url, authorization } = server;
  const prices: number[] = [];
  const stop = createPriceService(
    { url, authorization, maxAgeMs: 600_000, timing },
    pino({ level: 'silent' }),
  ).follow({
    price: async (code, { ticks }) => void (code === 'BTCEPI' && prices.push(ticks / 2)),
    candles: async () => undefined,
  });
  try {
    // A connection that has just been opened may not be heard yet.
    await until(
      async () => {
        server.buckets('BTCEPI', '81000', '81010');
        return prices.at(-1);
      },
      (price) => price === 81_005,
    );
    const seen = prices.length;
    const calls = server.historyCalls.length;
    await until(
      () => [prices.length - seen, server.historyCalls.length - calls],
      (counts) => counts.every((count) => count >= 12),
    );
    expect(new Set(prices.slice(seen))).toEqual(new Set([81_005]));
    server.sockets = 'refused';
    server.drop();
    await until(
      () => prices.at(-1),
      (price) => price === 80_000,
    );
  } finally {
    await stop();
    await server.close();
  }
});

it('a websocket that cannot be opened is logged in the words of the specification', async () => {
  const server = await startPriceServer();
  server.sockets = 'refused';
  const { url, authorization } = server;
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const stop = createPriceService({ url, authorization, maxAgeMs: 600_000, timing }, log).follow({
    price: async () => undefined,
    candles: async () => undefined,
  });
  try {
    for (const name of ['feed', 'orders'])
      await until(
        () => lines.find((line) => line.startsWith(`Error connecting to ${name} websocket`)),
        (line) => line !== undefined,
      );
  } finally {
    await stop();
    await server.close();
  }
});
