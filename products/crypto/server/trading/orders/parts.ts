/** Single trades of an order's rows, so that the rows can be split by month. */
import type { CurrencyCode, InstrumentCode } from '@calmly/domain';
import { instruments } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { MovedPart } from '../../../../accounts/server/transactions/index.ts';
import { amountsOf } from '../matching/rows.ts';
import { tradeOf } from '../matching/transfer-id.ts';
import { findTrades, type TradeTerms } from '../positions/position-store.ts';

interface Wanted {
  readonly direction: 'DEBIT' | 'CREDIT';
  /** Of the row's wallet. */
  readonly currency: CurrencyCode;
  /** Of trades of one order, as stored in the ledger. */
  readonly transferIds: readonly string[];
}

/** In the requested order; undefined if no trade is named. Amounts in minor units. */
export async function partsOfTrades(
  sql: Sql,
  wanted: readonly Wanted[],
): Promise<ReadonlyArray<MovedPart | undefined>> {
  const named = wanted.map(({ transferIds }) => tradesOf(transferIds));
  const numbers = new Map<InstrumentCode, Set<bigint>>();
  for (const { instrument, numbers: some } of named.flatMap((each) => each ?? [])) {
    const all = numbers.get(instrument) ?? new Set();
    for (const number of some) all.add(number);
    numbers.set(instrument, all);
  }
  const found = new Map<InstrumentCode, ReadonlyMap<bigint, TradeTerms>>();
  for (const [instrument, all] of numbers) found.set(instrument, await findTrades(sql, instrument, [...all]));
  return wanted.map((row, place) => {
    const trades = named[place];
    if (!trades) return undefined;
    const terms = [...trades.numbers].flatMap((number) => found.get(trades.instrument)?.get(number) ?? []);
    return partOf(row, trades.instrument, terms);
  });
}

function tradesOf(
  transferIds: readonly string[],
): { readonly instrument: InstrumentCode; readonly numbers: ReadonlySet<bigint> } | undefined {
  const trades = transferIds.flatMap((id) => tradeOf(id) ?? []);
  const [first] = trades;
  return first && { instrument: first.instrument, numbers: new Set(trades.map(({ number }) => number)) };
}

function partOf(
  { direction, currency }: Wanted,
  instrument: InstrumentCode,
  terms: readonly TradeTerms[],
): MovedPart {
  // A buyer pays in the quote, a seller receives it.
  const side = (currency === instruments[instrument].quote) === (direction === 'DEBIT') ? 'BUY' : 'SELL';
  let [filled, filledValue, feeMinor] = [0n, 0n, 0n];
  for (const { price, quantity, side: taker, makerFeeMinor, takerFeeMinor } of terms) {
    filled += quantity;
    filledValue += price * quantity;
    feeMinor += taker === side ? takerFeeMinor : makerFeeMinor;
  }
  const order = {
    id: '',
    creditRowId: '',
    instrument,
    side,
    filled: Number(filled),
    filledValue,
    feeMinor,
  } as const;
  const [paid, received] = amountsOf(order);
  const { id: _, ...part } = direction === 'DEBIT' ? paid : received;
  return part;
}
