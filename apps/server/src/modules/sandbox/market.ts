/**
 * The sandbox's market: a client that always quotes both sides, and one that now and then trades with it, so that there is something to see and
 * someone to trade with. Both are clients like any other: their money came over the sandbox's chains, and their orders pass the same checks.
 *
 * One small step every second or so, for one instrument after the other; a step is one transaction.
 */
import { randomBytes } from 'node:crypto';
import { allRights } from '@calmly/contract';
import {
  type CryptoAsset,
  formatDecimal,
  type InstrumentCode,
  instrumentCodes,
  instruments,
  networkOf,
} from '@calmly/domain';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Module } from '../../platform/module.ts';
import { Problem } from '../../platform/problem.ts';
import type { ClientActor, Sql, Work } from '../../platform/work.ts';
import type { SandboxWorld } from '../../providers/chain/sandbox-world.ts';
import { createPersonClient, findPersonByEmail, findPlaces } from '../identity/index.ts';
import {
  addCandles,
  hasCandles,
  listOpenOrders,
  type OpenOrder,
  type PastCandle,
  placeOrder,
  requestCancel,
} from '../trading/index.ts';
import type { WalletsModule } from '../wallets/index.ts';
import { createMarketPrices, type MarketPrices } from './market-price.ts';

export interface MarketParts {
  readonly database: Database;
  readonly log: Logger;
  readonly wallets: Pick<WalletsModule, 'openAddress'>;
  readonly world: SandboxWorld;
  readonly seed: string;
}

const stepMs = 1_100;
const halfHourMs = 30 * 60_000;
const pastHalfHours = 30 * 48;
/** Orders of the maker on each side of a book. */
const quotesPerSide = 12;
/** How far from the price its orders are at most and at least, in parts. */
const farthest = 0.008;
const nearest = 0.0004;

/** What each of the two gets at the start, in minor units. */
const funds: Readonly<Partial<Record<CryptoAsset, bigint>>> = {
  BTC: 100_000_000_000n,
  ETH: 20_000_000_000_000_000_000_000n,
  TON: 5_000_000_000_000_000n,
  EPI: 10_000_000_000_000_000n,
};

const people = {
  maker: { email: 'maker@market.calmly.example', firstName: 'Market', lastName: 'Maker' },
  taker: { email: 'taker@market.calmly.example', firstName: 'Market', lastName: 'Trader' },
} as const;

/** Its background work: stops after its step. */
export const createMarketModule = (parts: MarketParts): Module => ({
  name: 'sandbox market',
  background: async () => startMarket(parts),
});

function startMarket({ database, log, wallets, world, seed }: MarketParts): () => Promise<void> {
  const prices = createMarketPrices(seed);
  let isStopping = false;
  let wake = () => {};

  const inWork = <Result>(actor: Work['actor'], work: (work: Work) => Promise<Result>): Promise<Result> =>
    database.inTransaction((sql) => work({ sql, now: new Date(), actor, newId, log }));
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, stepMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function run(): Promise<void> {
    const bank = { kind: 'system', name: 'sandbox market' } as const;
    const maker = await inWork(bank, (work) => openClient(work, people.maker));
    const taker = await inWork(bank, (work) => openClient(work, people.taker));
    for (const { clientId } of [maker, taker])
      for (const asset of Object.keys(funds) as CryptoAsset[])
        await inWork(bank, (work) => fund(work, { wallets, world }, { clientId, asset }));
    for (const code of instrumentCodes) await inWork(bank, ({ sql, now }) => addPast(sql, prices, code, now));
    for (let step = 0; !isStopping; step += 1) {
      const code = instrumentCodes[step % instrumentCodes.length] as InstrumentCode;
      // An order that is refused, for example because a deposit has not arrived yet, is tried again later.
      await (step % 6 < 3
        ? inWork(maker, (work) => quote(work, prices, code))
        : inWork(taker, (work) => take(work, prices, code))
      ).catch((error: unknown) => {
        if (!(error instanceof Problem)) log.warn({ err: error }, 'the sandbox market skipped a step');
      });
      await pause();
    }
  }

  const running = run().catch((error: unknown) => log.error({ err: error }, 'the sandbox market stopped'));
  return async () => {
    isStopping = true;
    wake();
    await running;
  };
}

async function openClient(
  work: Work,
  { email, firstName, lastName }: (typeof people)['maker' | 'taker'],
): Promise<ClientActor> {
  const known = await findPersonByEmail(work.sql, email);
  const [place] = known === undefined ? [] : await findPlaces(work.sql, [known]);
  const { personId, clientId } =
    place ??
    (await createPersonClient(work, {
      email,
      firstName,
      lastName,
      // No one signs in as these.
      password: randomBytes(32).toString('hex'),
    }));
  const name = `${firstName} ${lastName}`;
  return {
    kind: 'client',
    personId,
    clientId,
    sessionId: '',
    displayName: name,
    personName: name,
    state: 'ACTIVE',
    role: 'INDIVIDUAL',
    termsAccepted: true,
    rights: allRights,
    isStale: false,
  };
}

/** Sends the first funds from outside; the same deposit is sent once. */
async function fund(
  work: Work,
  { wallets, world }: Pick<MarketParts, 'wallets' | 'world'>,
  { clientId, asset }: { readonly clientId: string; readonly asset: CryptoAsset },
): Promise<void> {
  const amountMinor = funds[asset];
  if (amountMinor === undefined) return;
  const address = await wallets.openAddress(work, { clientId, asset });
  await world.deposit(work, { id: `market ${clientId} ${asset}`, asset, address, amountMinor });
  await world.scheduleBlocks(work.sql, networkOf(asset));
}

/** Candles of the last thirty days, where there are none. */
async function addPast(sql: Sql, prices: MarketPrices, code: InstrumentCode, now: Date): Promise<void> {
  if (await hasCandles(sql, code)) return;
  const end = Math.floor(now.getTime() / halfHourMs) * halfHourMs;
  const candles = Array.from({ length: pastHalfHours }, (_, index): PastCandle => {
    const startsAtMs = end - (pastHalfHours - index) * halfHourMs;
    const path = Array.from({ length: 11 }, (_, part) =>
      prices.at(code, startsAtMs + (part * halfHourMs) / 10),
    );
    const [open = 1, close = 1] = [path[0], path.at(-1)];
    const spread = 1 + prices.chance(`${code} ${startsAtMs} spread`) * 0.0008;
    const lots = lotsFor(code, open, 20_000 + prices.chance(`${code} ${startsAtMs} volume`) ** 3 * 900_000);
    return {
      startsAt: new Date(startsAtMs),
      open,
      close,
      high: Math.round(Math.max(...path) * spread),
      low: Math.round(Math.min(...path) / spread),
      volume: BigInt(lots),
    };
  });
  await addCandles(sql, code, candles);
}

/** How many lots are worth so many EPI at a price in ticks; at least the least order. */
function lotsFor(code: InstrumentCode, price: number, worth: number): number {
  const { tickMinor, lotMinor, base } = instruments[code];
  const exponent = { BTC: 8, ETH: 18, TON: 9 }[base as 'BTC' | 'ETH' | 'TON'];
  const lotWorth = (price * Number(tickMinor) * (Number(lotMinor) / 10 ** exponent)) / 1e8;
  return Math.max(1, Math.ceil(Math.max(worth, 6) / lotWorth));
}

const isStale = (order: OpenOrder, fair: number): boolean => {
  const away = order.side === 'BUY' ? 1 - order.price / fair : order.price / fair - 1;
  return away < nearest / 2 || away > farthest * 1.3;
};

/** Cancels what is too near to the price or too far from it, and adds a few orders. */
async function quote(work: Work, prices: MarketPrices, code: InstrumentCode): Promise<void> {
  const fair = prices.at(code, work.now.getTime());
  const own = await listOpenOrders(work, code);
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
async function take(work: Work, prices: MarketPrices, code: InstrumentCode): Promise<void> {
  const fair = prices.at(code, work.now.getTime());
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
