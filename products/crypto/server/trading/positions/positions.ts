/**
 * Positions of wallets: an asset's cost and profit for its client, from the entries of the wallet's account in the ledger. The sums
 * up to the last hour are stored (`trading.position`); a reading adds the entries since then.
 */
import {
  type CryptoAsset,
  exponentOf,
  type Instrument,
  type InstrumentCode,
  instrumentCodes,
  instruments,
} from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import {
  type Entry,
  entryRanges,
  entryRangesByAccount,
  listEntries,
} from '../../../../ledger/server/index.ts';
import { knownPrice, readBooks } from '../market/book-store.ts';
import { tradeOf } from '../matching/transfer-id.ts';
import { priceMinor, valueMinor } from '../scale.ts';
import { applyChange, type Change } from './average-cost.ts';
import {
  dayOf,
  findPosition,
  findTrades,
  keepPositions,
  listKept,
  type PositionAt,
  pricesAt,
  type TradeTerms,
} from './position-store.ts';

export interface Holding {
  /** The id of the wallet and of its account in the ledger. */
  readonly walletId: string;
  readonly asset: CryptoAsset;
}

/** Entries read at a time. */
const atOnce = 1_000;
/** On withdrawals to the bank: the network's fee, in the asset. */
const feeCode = 'crypto_fee';
const tradeCode = 'trade';

/** The instrument that prices the asset; undefined for EPI, which is the price, and for assets that are not traded. */
export const instrumentOf = (asset: CryptoAsset): InstrumentCode | undefined =>
  instrumentCodes.find((code) => instruments[code].base === asset);

/** Minor units of one whole unit. */
export const unitOf = ({ base }: Pick<Instrument, 'base'>): bigint => 10n ** BigInt(exponentOf(base));

/** The position now, or just before a moment. Undefined for an asset without a price. */
export async function readPosition(
  sql: Sql,
  { walletId, asset }: Holding,
  before?: Date,
): Promise<PositionAt['position'] | undefined> {
  const code = instrumentOf(asset);
  if (!code) return undefined;
  const start = await findPosition(sql, walletId, before);
  const last = await lastEntry(sql, walletId, before);
  let { position } = start;
  for await (const { changes } of changesOf(sql, { walletId, code }, { after: start.seq, last }))
    position = changes.reduce(applyChange, position);
  return position;
}

/** The holdings whose accounts have entries that no stored position includes. */
export async function withNewEntries(sql: Sql, holdings: readonly Holding[]): Promise<Holding[]> {
  const traded = holdings.filter(({ asset }) => instrumentOf(asset) !== undefined);
  const ids = traded.map(({ walletId }) => walletId);
  const [kept, ranges] = await Promise.all([
    listKept(sql, ids),
    entryRangesByAccount(sql, ids, [new Date(0), new Date('9999-01-01T00:00:00Z')]),
  ]);
  return traded.filter(
    ({ walletId }) => (ranges.get(walletId)?.[0]?.last ?? 0n) > (kept.get(walletId) ?? 0n),
  );
}

/** Stores a wallet's positions up to now, so that the next reading begins here. */
export async function foldPosition(sql: Sql, { walletId, asset }: Holding): Promise<void> {
  const code = instrumentOf(asset);
  if (!code) return;
  const start = await findPosition(sql, walletId, undefined);
  const last = await lastEntry(sql, walletId, undefined);
  let { position } = start;
  for await (const { entries, changes } of changesOf(sql, { walletId, code }, { after: start.seq, last })) {
    const ends = new Map<string, PositionAt & { readonly day: string }>();
    entries.forEach(({ seq, bookedAt }, place) => {
      const change = changes[place];
      if (change) position = applyChange(position, change);
      const day = dayOf(bookedAt);
      ends.set(day, { day, seq, position });
    });
    await keepPositions(sql, walletId, [...ends.values()]);
  }
}

async function lastEntry(sql: Sql, walletId: string, before: Date | undefined): Promise<bigint> {
  const [range] = await entryRanges(sql, walletId, [new Date(0), before ?? new Date('9999-01-01T00:00:00Z')]);
  return range?.last ?? 0n;
}

interface Page {
  readonly entries: readonly Entry[];
  /** One for each entry, in the same order. */
  readonly changes: readonly Change[];
}

async function* changesOf(
  sql: Sql,
  { walletId, code }: { readonly walletId: string; readonly code: InstrumentCode },
  { after, last }: { readonly after: bigint; readonly last: bigint },
): AsyncGenerator<Page> {
  for (let first = after + 1n; first <= last; ) {
    const entries = await listEntries(sql, { accountId: walletId, first, last, limit: atOnce });
    const newest = entries.at(-1);
    if (!newest) return;
    yield { entries, changes: await toChanges(sql, code, entries) };
    first = newest.seq + 1n;
  }
}

async function toChanges(sql: Sql, code: InstrumentCode, entries: readonly Entry[]): Promise<Change[]> {
  const numbers = entries.map(({ code: kind, transferId }) =>
    kind === tradeCode ? tradeOf(transferId)?.number : undefined,
  );
  // A credit that is no trade costs the market price at its time.
  const priced = entries.filter((entry, place) => numbers[place] === undefined && entry.amountMinor > 0n);
  const [trades, prices] = await Promise.all([
    findTrades(
      sql,
      code,
      numbers.filter((number) => number !== undefined),
    ),
    pricesAt(
      sql,
      code,
      priced.map(({ bookedAt }) => bookedAt),
    ),
  ]);
  const priceOf = new Map(priced.map((entry, place) => [entry, prices[place]]));
  return entries.map((entry, place) => {
    const number = numbers[place];
    if (number === undefined) return otherChange(instruments[code], entry, priceOf.get(entry));
    const trade = trades.get(number);
    if (!trade) throw new Error(`the ledger names a trade of ${code} that does not exist: ${number}`);
    return tradeChange(instruments[code], entry, trade);
  });
}

/** The buyer pays the fee on top, the seller gets the proceeds less the fee. */
function tradeChange(instrument: Instrument, { amountMinor }: Entry, trade: TradeTerms): Change {
  const minor = valueMinor(instrument, trade.price * trade.quantity);
  const isBuyer = amountMinor > 0n;
  const feeMinor = isBuyer === (trade.side === 'BUY') ? trade.takerFeeMinor : trade.makerFeeMinor;
  return isBuyer
    ? { kind: 'in', quantityMinor: amountMinor, costMinor: minor + feeMinor }
    : { kind: 'out', quantityMinor: -amountMinor, proceedsMinor: minor - feeMinor };
}

function otherChange(
  instrument: Instrument,
  { amountMinor, code }: Entry,
  ticks: number | undefined,
): Change {
  if (amountMinor < 0n)
    return {
      kind: 'out',
      quantityMinor: -amountMinor,
      proceedsMinor: code === feeCode ? 0n : undefined,
    };
  const costMinor =
    ticks === undefined ? undefined : (amountMinor * priceMinor(instrument, ticks)) / unitOf(instrument);
  return { kind: 'in', quantityMinor: amountMinor, costMinor };
}

/**
 * The current price of one whole unit of an asset, in minor units of the quote: the price that orders are compared with, since two people can move a
 * last price anywhere.
 */
export async function priceOfAsset(sql: Sql, asset: CryptoAsset): Promise<bigint | undefined> {
  const code = instrumentOf(asset);
  const book = code && (await readBooks(sql, [code])).get(code);
  const ticks = book && knownPrice(book);
  return code === undefined || ticks === undefined ? undefined : priceMinor(instruments[code], ticks);
}

/** The price of one whole unit now, or at a moment, in minor units of the quote; undefined before the first. */
export async function marketPrice(sql: Sql, code: InstrumentCode, at?: Date): Promise<bigint | undefined> {
  const book = at ? undefined : (await readBooks(sql, [code])).get(code);
  const traded = book?.lastPrice ?? (await pricesAt(sql, code, [at ?? new Date('9999-01-01T00:00:00Z')]))[0];
  const ticks = traded ?? book?.referencePrice;
  return ticks === undefined ? undefined : priceMinor(instruments[code], ticks);
}
