/**
 * P18: frames of the market screen while its feed sends 50 updates a second, each a whole book, a trade and a candle, against the same page
 * without any. The server is ours; market and feed are simulated, so that the load is the same in each run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser, launchFlags } from '../../../scripts/browser.mjs';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { startServer } from '../support/server-process.ts';
import { signIn } from './screens-bench.ts';

const updatesPerSecond = 50;
const measuredMs = 5000;

/** Throws if the page does not follow the feed, which would make it look fast. */
export async function benchMarket(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  const server = await startServer(directory);
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: launchFlags,
    env: { ...process.env, ...found.env } as Record<string, string>,
  });
  try {
    const page = await browser.newPage({ baseURL: server.url, serviceWorkers: 'block' });
    await signIn(page);
    const feed = await playMarket(page);
    await page.goto('/crypto');
    await page.locator('canvas').first().waitFor();
    await feed.opened;
    const busyNow = await mainThread(page);
    const ratios: number[] = [];
    const busyShares: number[] = [];
    const figures: Measured[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const still = await measureFrames(page);
      const stop = feed.start();
      const before = await busyNow();
      const busy = await measureFrames(page);
      busyShares.push(Math.round((((await busyNow()) - before) * 100_000) / measuredMs));
      stop();
      if (busy.changes === 0) throw new Error('the book does not follow the feed');
      ratios.push(busy.perSecond / still.perSecond);
      figures.push(busy);
    }
    return [
      {
        id: 'P18',
        what: 'frames of the market screen with 50 updates a second, against none',
        value: median(ratios),
        unit: '×',
        must: 0.9,
        aim: 1,
        better: 'higher',
        details: {
          ratios,
          framesPerSecond: figures.map(({ perSecond }) => perSecond),
          mainThreadPercent: busyShares,
          longestFrameMs: figures.map(({ longestMs }) => longestMs),
          changesShownPerSecond: figures.map(({ changes }) => changes),
        },
      },
    ];
  } finally {
    await browser.close();
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

interface Measured {
  readonly perSecond: number;
  readonly longestMs: number;
  /** How often the book's first total changed. */
  readonly changes: number;
}

/** Processor seconds of the page's main thread, independent of other load on the machine. */
async function mainThread(page: Page): Promise<() => Promise<number>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
}

const measureFrames = (page: Page): Promise<Measured> =>
  page.evaluate(async (forMs) => {
    const cell = document.querySelector('[data-book-row="0"]')?.closest('tr');
    const began = performance.now();
    let [frames, longestMs, changes, before] = [0, 0, 0, began];
    let text = cell?.textContent;
    while (before - began < forMs) {
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      frames += 1;
      longestMs = Math.max(longestMs, now - before);
      before = now;
      if (cell?.textContent !== text) changes += 1;
      text = cell?.textContent;
    }
    const seconds = (before - began) / 1000;
    return {
      perSecond: Math.round(frames / seconds),
      longestMs: Math.round(longestMs),
      changes: Math.round(changes / seconds),
    };
  }, measuredMs);

const halfHourMs = 1_800_000;
const isoNow = () => new Date(Math.floor(Date.now() / halfHourMs) * halfHourMs).toISOString();

/** Answers the market's calls and its socket in the browser. `start` sends updates until the returned function is called. */
async function playMarket(page: Page) {
  let n = 1;
  const price = (at: number) => `${82_000 + at}.00000000`;
  const book = () => ({
    instrument: 'BTCEPI',
    Seq: n,
    orderBuckets: ['SELL', 'BUY'].flatMap((operation, side) =>
      Array.from({ length: 8 }, (_, at) => ({
        operation,
        price: price(side === 0 ? 1 + at : -at),
        quantity: `0.${1000 + ((n * 7 + at * 13) % 8999)}0000`,
      })),
    ),
  });
  const trade = () => ({
    TradeNumber: n,
    price: price(n % 2),
    quantity: '0.01000000',
    operation: n % 2 === 0 ? 'BUY' : 'SELL',
    time: new Date().toISOString(),
  });
  const wallets = { Items: [], AddressesLeft: 6 };
  const count = 500;
  const first = Math.floor(Date.now() / halfHourMs) * 1800 - count * 1800;
  const every = (value: string) => Array.from({ length: count }, () => value);
  const history = {
    t: Array.from({ length: count }, (_, at) => first + at * 1800),
    ch: every('0.00'),
    v: every('1.00000000'),
    vwap: every(price(0)),
    o: every(price(-3)),
    h: every(price(5)),
    l: every(price(-6)),
    c: every(price(2)),
  };
  const answers: Readonly<Record<string, () => unknown>> = {
    'wallets/existing': () => wallets,
    instruments: () => [],
    'book/BTCEPI': book,
    'trades/BTCEPI': () => ({ Seq: n, Trades: [trade()] }),
    'history/BTCEPI': () => history,
    orders: () => ({ Items: [], NextCursor: null }),
  };
  await page.route('**/api/crypto/**', (route) => {
    const path = new URL(route.request().url()).pathname.replace('/api/crypto/', '');
    const answer = answers[path];
    return answer ? route.fulfill({ json: answer() }) : route.fulfill({ status: 404, json: {} });
  });
  await page.routeWebSocket(/\/api\/crypto\/orders/, () => undefined);
  const opened = Promise.withResolvers<(message: unknown) => void>();
  await page.routeWebSocket(/\/api\/crypto\/feed/, (socket) => {
    socket.onMessage(() => opened.resolve((message) => socket.send(JSON.stringify(message))));
  });
  const update = async () => {
    const send = await opened.promise;
    n += 1;
    const about = { instrument: 'BTCEPI', seq: n };
    send({ topic: 'orderBuckets', instrument: 'BTCEPI', book: book() });
    send({ topic: 'trades', ...about, trades: [trade()] });
    send({
      topic: 'candle',
      ...about,
      candle: {
        time: isoNow(),
        ch: '0.00',
        v: `${n}.00000000`,
        vwap: price(0),
        open: price(0),
        high: price(9),
        low: price(-9),
        close: price(n % 5),
      },
    });
  };
  return {
    opened: opened.promise,
    start: () => {
      const timer = setInterval(() => void update(), 1000 / updatesPerSecond);
      return () => clearInterval(timer);
    },
  };
}
