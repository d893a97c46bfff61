/**
 * Anna's crypto: euros became EPI, deposits arrived over the sandbox's chains, a withdrawal left, and she trades with the sandbox's market. BTC/EPI
 * is
 * not traded in the demo's past.
 */
import { type TradeOrderInput, termsVersions } from '@calmly/contract';
import {
  type CryptoAsset,
  formatDecimal,
  type InstrumentCode,
  instrumentCodes,
  instruments,
  parseDecimal,
} from '@calmly/domain';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import {
  listOpenOrders,
  matchWaiting,
  placeOrder,
  requestCancel,
} from '@calmly/products/crypto/server/trading/index.ts';
import {
  buyEpiInPast,
  openWalletAddress,
  readPast,
  type WalletTools,
  withdrawInPast,
} from '@calmly/products/crypto/server/wallets/index.ts';
import { acceptTerms } from '@calmly/products/identity/server/index.ts';
import {
  addPast,
  createMarketPrices,
  fundMarketClient,
  lotsFor,
  marketFunds,
  marketPeople,
  openMarketClient,
} from '@calmly/products/sandbox/server/index.ts';
import type { SandboxWorld } from '@calmly/providers/chain/sandbox-world.ts';

/** The sandbox's chains, in the seed's transaction. */
export interface DemoChains {
  readonly wallets: WalletTools;
  readonly world: SandboxWorld;
}

interface Demo {
  readonly workAt: (at: Date) => Work;
  readonly chains: DemoChains;
  readonly anna: ClientActor;
}

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const epiCents = 420_000n;

/** Her start: terms, addresses, and euros from an account. */
export async function startCrypto(
  { workAt, chains: { wallets }, anna }: Demo,
  { at, account }: { readonly at: Date; readonly account: string },
): Promise<void> {
  const work = { ...workAt(at), actor: anna };
  await acceptTerms(work, anna, { crypto: { version: termsVersions.crypto } });
  for (const asset of ['BTC', 'ETH', 'TON'] as const)
    await openWalletAddress(work, wallets, { clientId: anna.clientId, asset });
  await buyEpiInPast(work, anna, wallets, { account, centsMinor: epiCents });
}

interface Trade {
  readonly daysAgo: number;
  readonly code: InstrumentCode;
  readonly side: 'BUY' | 'SELL';
  readonly amount: string;
}

const trades: readonly Trade[] = [
  { daysAgo: 20.4, code: 'ETHEPI', side: 'BUY', amount: '0.4' },
  { daysAgo: 16.2, code: 'TONEPI', side: 'BUY', amount: '240' },
  { daysAgo: 11.7, code: 'ETHEPI', side: 'BUY', amount: '0.25' },
  { daysAgo: 6.3, code: 'TONEPI', side: 'SELL', amount: '90' },
  { daysAgo: 2.1, code: 'ETHEPI', side: 'SELL', amount: '0.15' },
];

/** Where her open orders rest, as fractions of the price. */
const resting = [
  { code: 'ETHEPI', side: 'BUY', amount: '0.1', part: 0.94 },
  { code: 'TONEPI', side: 'SELL', amount: '60', part: 1.07 },
] as const;

/** The events of the last month, in order. */
export async function liveWithCrypto(demo: Demo, now: Date, seed: string): Promise<void> {
  const { workAt, chains, anna } = demo;
  const { wallets, world } = chains;
  const prices = createMarketPrices(seed);
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  const market = await openMarket(demo, ago(29));
  for (const code of instrumentCodes) await addPast(workAt(now).sql, prices, code, now);

  const priceAt = (code: InstrumentCode, at: Date, part = 1) =>
    Math.max(1, Math.round(prices.at(code, at.getTime()) * part));
  /** An order of the market's maker, and another client's that matches it. */
  const trade = async (actor: ClientActor, at: Date, { code, side, amount }: Omit<Trade, 'daysAgo'>) => {
    const price = priceAt(code, at);
    const maker = { ...workAt(at), actor: market.maker };
    await placeOrder(maker, orderOf(code, side === 'BUY' ? 'SELL' : 'BUY', amount, price));
    await placeOrder({ ...workAt(at), actor }, orderOf(code, side, amount, price));
    await matchWaiting(workAt(at), code);
  };
  const arrive = async (at: Date, asset: CryptoAsset, amount: string) => {
    await receive(demo, at, { asset, amount });
    await confirm(demo, at);
  };

  const events: Array<readonly [daysAgo: number, happen: (at: Date) => Promise<void>]> = [
    [24.6, (at) => arrive(at, 'BTC', '0.085')],
    [13.1, (at) => arrive(at, 'TON', '120')],
    [
      9.4,
      async (at) => {
        await withdrawInPast({ ...workAt(at), actor: anna }, anna, wallets, {
          asset: 'BTC',
          amountMinor: minor('0.02', 'BTC'),
          address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
          label: 'Hardware wallet',
        });
        await confirm(demo, new Date(at.getTime() + hourMs));
      },
    ],
    ...trades.map(({ daysAgo, ...terms }) => [daysAgo, (at: Date) => trade(anna, at, terms)] as const),
    // The market's own trades, so that prices move in steps small enough not to count as typing errors.
    ...[28, 25, 22, 19, 15, 12, 8, 5, 3, 1, 0.02].flatMap((daysAgo) =>
      (['ETHEPI', 'TONEPI'] as const).map(
        (code) =>
          [
            daysAgo,
            (at: Date) => {
              const { base, lotMinor } = instruments[code];
              const lots = BigInt(lotsFor(code, priceAt(code, at), 450));
              return trade(market.taker, at, {
                code,
                side: 'BUY',
                amount: formatDecimal(lots * lotMinor, base),
              });
            },
          ] as const,
      ),
    ),
    [7.5, (at) => restAndCancel(demo, at, orderOf('ETHEPI', 'BUY', '0.3', priceAt('ETHEPI', at, 0.9)))],
    [
      0.8,
      async (at) => {
        const work = { ...workAt(at), actor: anna };
        for (const { code, side, amount, part } of resting) {
          await placeOrder(work, orderOf(code, side, amount, priceAt(code, at, part)));
          await matchWaiting(work, code);
        }
      },
    ],
  ];
  for (const [daysAgo, happen] of events.toSorted(([one], [other]) => other - one))
    await happen(ago(daysAgo));
  // Pending when the sandbox starts.
  await receive(demo, now, { asset: 'BTC', amount: '0.0125' });
  for (const network of world.networks) await world.scheduleBlocks(workAt(now).sql, network);
}

const minor = (amount: string, asset: CryptoAsset): bigint => parseDecimal(amount, asset) ?? 0n;

const orderOf = (
  instrument: InstrumentCode,
  operation: 'BUY' | 'SELL',
  amount: string,
  ticks: number,
): TradeOrderInput => ({
  instrument,
  operation,
  type: 'LIMIT',
  amount,
  price: formatDecimal(BigInt(ticks) * instruments[instrument].tickMinor, instruments[instrument].quote),
  timeInForce: 'GTC',
  postOnly: false,
});

/** The clients of the sandbox's market, with their money. */
async function openMarket(demo: Demo, at: Date): Promise<{ maker: ClientActor; taker: ClientActor }> {
  const { workAt, chains } = demo;
  const [maker, taker] = [
    await openMarketClient(workAt(at), marketPeople.maker),
    await openMarketClient(workAt(at), marketPeople.taker),
  ];
  const funding = {
    world: chains.world,
    wallets: {
      openAddress: (work: Work, key: { readonly clientId: string; readonly asset: CryptoAsset }) =>
        openWalletAddress(work, chains.wallets, key),
    },
  };
  for (const { clientId } of [maker, taker])
    for (const asset of Object.keys(marketFunds) as CryptoAsset[])
      await fundMarketClient(workAt(at), funding, { clientId, asset });
  await confirm(demo, at);
  return { maker, taker };
}

/** Anna's deposit, from an external address. */
async function receive(
  { workAt, chains: { wallets, world }, anna }: Demo,
  at: Date,
  { asset, amount }: { readonly asset: CryptoAsset; readonly amount: string },
): Promise<void> {
  const work = workAt(at);
  const address = await openWalletAddress(work, wallets, { clientId: anna.clientId, asset });
  const amountMinor = minor(amount, asset);
  await world.deposit(work, { id: `demo ${asset} ${amount}`, asset, address, amountMinor });
}

/** Mines enough blocks for everything pending, and lets the bank read them. */
async function confirm({ workAt, chains: { wallets, world } }: Demo, at: Date): Promise<void> {
  const work = workAt(at);
  for (const [network, { confirmations }] of wallets.networks) await world.mine(work, network, confirmations);
  await readPast(work, wallets);
}

async function restAndCancel({ workAt, anna }: Demo, at: Date, order: TradeOrderInput): Promise<void> {
  const placed = { ...workAt(at), actor: anna };
  await placeOrder(placed, order);
  await matchWaiting(placed, order.instrument);
  const later = { ...workAt(new Date(at.getTime() + 5 * hourMs)), actor: anna };
  await requestCancel(later.sql, await listOpenOrders(later, order.instrument));
  await matchWaiting(later, order.instrument);
}
