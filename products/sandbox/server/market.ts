/**
 * The sandbox's market: a client that always quotes both sides, and one that trades with it now and then, so that there is activity to see and
 * someone to trade with. Both are ordinary clients: their money arrived over the sandbox's chains, and their orders pass the same checks. It makes
 * one small step about every second, for one instrument after the other; a step is one transaction. Any failure, including during set-up, is retried
 * for ever with growing pauses.
 */
import {
  type CryptoAsset,
  formatDecimal,
  type InstrumentCode,
  instrumentCodes,
  instruments,
} from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Log } from '@calmly/platform/log.ts';
import type { Module } from '@calmly/platform/module.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { SandboxWorld } from '@calmly/providers/chain/sandbox-world.ts';
import {
  findReferencePrice,
  listOpenOrders,
  type OpenOrder,
  placeOrder,
  requestCancel,
} from '../../crypto/server/trading/index.ts';
import type { WalletsModule } from '../../crypto/server/wallets/index.ts';
import {
  addPast,
  fundMarketClient,
  lotsFor,
  marketFunds,
  marketPeople,
  openMarketClient,
} from './market-clients.ts';
import { createMarketPrices, type MarketPrices } from './market-price.ts';

export interface MarketParts {
  readonly database: Database;
  readonly log: Log;
  readonly wallets: Pick<WalletsModule, 'openAddress'>;
  readonly world: SandboxWorld;
  readonly seed: string;
  /** Whether its prices follow the price service instead of the seed. */
  readonly follows: boolean;
  /** Between two steps. */
  readonly stepMs?: number | undefined;
}

const usualStepMs = 1_100;
/** The longest pause after failures. */
const longestPauseMs = 30_000;
/** Orders of the maker on each side of a book. */
const quotesPerSide = 12;
/** The maximum and minimum distance of its orders from the price, as a fraction. */
const farthest = 0.008;
const nearest = 0.0004;

/** Its background work, which stops after a complete step. */
export const createMarketModule = (parts: MarketParts): Module => ({
  name: 'sandbox market',
  background: async () => startMarket(parts),
});

function startMarket({
  database,
  log,
  wallets,
  world,
  seed,
  follows,
  stepMs = usualStepMs,
}: MarketParts): () => Promise<void> {
  const prices = createMarketPrices(seed);
  let isStopping = false;
  let wake = () => {};

  const inWork = <Result>(actor: Work['actor'], work: (work: Work) => Promise<Result>): Promise<Result> =>
    database.inTransaction((sql) => work({ sql, now: new Date(), actor, newId, log }));
  const fairPrice = ({ sql, now }: Work, code: InstrumentCode) =>
    follows ? findReferencePrice(sql, code) : prices.at(code, now.getTime());
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      // A stop before the pause would not end it.
      if (isStopping) return resolve();
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Finds or creates everything the market needs. Each part is done once, however often it is tried. */
  async function setUp() {
    const bank = { kind: 'system', name: 'sandbox market' } as const;
    const maker = await inWork(bank, (work) => openMarketClient(work, marketPeople.maker));
    const taker = await inWork(bank, (work) => openMarketClient(work, marketPeople.taker));
    for (const { clientId } of [maker, taker])
      for (const asset of Object.keys(marketFunds) as CryptoAsset[])
        await inWork(bank, (work) => fundMarketClient(work, { wallets, world }, { clientId, asset }));
    if (!follows) for (const code of instrumentCodes) await addPast(database.sql, prices, code, new Date());
    return { maker, taker };
  }

  async function run(): Promise<void> {
    let people: Awaited<ReturnType<typeof setUp>> | undefined;
    let failures = 0;
    for (let step = 0; !isStopping; ) {
      const code = instrumentCodes[step % instrumentCodes.length] as InstrumentCode;
      try {
        people ??= await setUp();
        const { maker, taker } = people;
        await (step % 6 < 3
          ? inWork(maker, async (work) => quote(work, prices, code, await fairPrice(work, code)))
          : inWork(taker, async (work) => take(work, prices, code, await fairPrice(work, code))));
        failures = 0;
      } catch (error) {
        // A refused order, for example because a deposit has not arrived yet, is retried later.
        if (error instanceof Problem) failures = 0;
        else {
          failures += 1;
          log.warn({ err: error }, 'the sandbox market rests after a failure');
        }
      }
      if (people) step += 1;
      await pause(Math.min(stepMs * 2 ** failures, Math.max(stepMs, longestPauseMs)));
    }
  }

  const running = run();
  return async () => {
    isStopping = true;
    wake();
    await running;
  };
}

const isStale = (order: OpenOrder, fair: number): boolean => {
  const away = order.side === 'BUY' ? 1 - order.price / fair : order.price / fair - 1;
  return away < nearest / 2 || away > farthest * 1.3;
};

/** Cancels orders too near to the price or too far from it, and adds a few. */
async function quote(
  work: Work,
  prices: MarketPrices,
  code: InstrumentCode,
  fair: number | undefined,
): Promise<void> {
  const own = await listOpenOrders(work, code);
  // Without a known price nothing is quoted.
  if (fair === undefined) return requestCancel(work.sql, own);
  const stale = own.filter((order) => isStale(order, fair));
  await requestCancel(work.sql, stale);
  for (const side of ['BUY', 'SELL'] as const) {
    const kept = own.filter((order) => order.side === side && !stale.includes(order));
    for (let count = kept.length; count < Math.min(quotesPerSide, kept.length + 4); count += 1) {
      const chance = (what: string) =>
        prices.chance(`${code} ${work.now.getTime()} ${side} ${count} ${what}`);
      const part = nearest + (farthest - nearest) * chance('price') ** 2;
      const price = Math.round(fair * (side === 'BUY' ? 1 - part : 1 + part));
      await send(work, code, { side, price, worth: 400 + chance('worth') * 9_000 });
    }
  }
}

/** Trades a little at the best price. */
async function take(
  work: Work,
  prices: MarketPrices,
  code: InstrumentCode,
  fair: number | undefined,
): Promise<void> {
  if (fair === undefined) return;
  const chance = (what: string) => prices.chance(`${code} ${work.now.getTime()} ${what}`);
  const side = chance('side') < 0.5 ? 'BUY' : 'SELL';
  await send(work, code, { side, price: undefined, worth: 60 + chance('worth') ** 2 * 4_000, fair });
}

async function send(
  work: Work,
  code: InstrumentCode,
  {
    side,
    price,
    worth,
    fair = price ?? 1,
  }: {
    readonly side: 'BUY' | 'SELL';
    readonly price: number | undefined;
    readonly worth: number;
    readonly fair?: number;
  },
): Promise<void> {
  const { base, quote: money, lotMinor, tickMinor } = instruments[code];
  const lots = lotsFor(code, fair, worth);
  await placeOrder(work, {
    instrument: code,
    operation: side,
    type: price === undefined ? 'MARKET' : 'LIMIT',
    amount: formatDecimal(BigInt(lots) * lotMinor, base),
    ...(price !== undefined && { price: formatDecimal(BigInt(price) * tickMinor, money) }),
    timeInForce: 'GTC',
    postOnly: price !== undefined,
  });
}
