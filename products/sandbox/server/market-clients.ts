/**
 * The clients that trade in the sandbox's market, and their initial funds: ordinary clients whose money arrived over the sandbox's chains. The demo
 * opens them too, because Anna has traded with one of them.
 */
import { randomBytes } from 'node:crypto';
import { allRights } from '@calmly/contract';
import { type CryptoAsset, type InstrumentCode, instruments, networkOf } from '@calmly/domain';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import type { SandboxWorld } from '@calmly/providers/chain/sandbox-world.ts';
import { addCandles, hasCandles, type PastCandle } from '../../crypto/server/trading/index.ts';
import type { WalletsModule } from '../../crypto/server/wallets/index.ts';
import { createPersonClient, findPersonByEmail, findPlaces } from '../../identity/server/index.ts';
import type { MarketPrices } from './market-price.ts';

const halfHourMs = 30 * 60_000;
const pastHalfHours = 30 * 48;

/** The initial funds of each, in minor units. */
export const marketFunds: Readonly<Partial<Record<CryptoAsset, bigint>>> = {
  BTC: 100_000_000_000n,
  ETH: 20_000_000_000_000_000_000_000n,
  TON: 5_000_000_000_000_000n,
  EPI: 10_000_000_000_000_000n,
};

export const marketPeople = {
  maker: { email: 'maker@market.calmly.example', firstName: 'Market', lastName: 'Maker' },
  taker: { email: 'taker@market.calmly.example', firstName: 'Market', lastName: 'Trader' },
} as const;

/** One of the two, created if it does not exist. */
export async function openMarketClient(
  work: Work,
  { email, firstName, lastName }: (typeof marketPeople)['maker' | 'taker'],
): Promise<ClientActor> {
  const known = await findPersonByEmail(work.sql, email);
  const [place] = known === undefined ? [] : await findPlaces(work.sql, [known]);
  const { personId, clientId } =
    place ??
    (await createPersonClient(work, {
      email,
      firstName,
      lastName,
      // Nobody signs in as these.
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

export interface MarketFunding {
  readonly wallets: Pick<WalletsModule, 'openAddress'>;
  readonly world: Pick<SandboxWorld, 'deposit' | 'scheduleBlocks'>;
}

/** Sends the initial funds from outside; repeating it sends the same deposit. */
export async function fundMarketClient(
  work: Work,
  { wallets, world }: MarketFunding,
  { clientId, asset }: { readonly clientId: string; readonly asset: CryptoAsset },
): Promise<void> {
  const amountMinor = marketFunds[asset];
  if (amountMinor === undefined) return;
  const address = await wallets.openAddress(work, { clientId, asset });
  await world.deposit(work, { id: `market ${clientId} ${asset}`, asset, address, amountMinor });
  await world.scheduleBlocks(work.sql, networkOf(asset));
}

/** Adds candles of the last thirty days if there are none. Not in a transaction: on a busy machine this takes longer than a transaction may be idle. */
export async function addPast(
  sql: Sql,
  prices: MarketPrices,
  code: InstrumentCode,
  now: Date,
): Promise<void> {
  if (!(await hasCandles(sql, code))) await addCandles(sql, code, pastCandles(prices, code, now));
}

function pastCandles(prices: MarketPrices, code: InstrumentCode, now: Date): PastCandle[] {
  const end = Math.floor(now.getTime() / halfHourMs) * halfHourMs;
  return Array.from({ length: pastHalfHours }, (_, index): PastCandle => {
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
}

/** The number of lots worth this many EPI at a price in ticks; at least the minimum order. */
export function lotsFor(code: InstrumentCode, price: number, worth: number): number {
  const { tickMinor, lotMinor, base } = instruments[code];
  const exponent = { BTC: 8, ETH: 18, TON: 9 }[base as 'BTC' | 'ETH' | 'TON'];
  const lotWorth = (price * Number(tickMinor) * (Number(lotMinor) / 10 ** exponent)) / 1e8;
  return Math.max(1, Math.ceil(Math.max(worth, 6) / lotWorth));
}
