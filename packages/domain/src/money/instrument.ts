/**
 * Instruments: what is traded on the exchange, in which steps of price and quantity. A price is a number of ticks, a quantity a number of lots, so that
 * every price times every quantity is a whole number of the quote's minor units. Source: specification section 9 (pairs); server page section 11.
 */
import type { CurrencyCode } from './money.ts';

export interface Instrument {
  /** As orders and addresses name it. */
  readonly code: string;
  readonly base: CurrencyCode;
  readonly quote: CurrencyCode;
  /** Smallest step of a price: minor units of the quote per whole unit of the base. */
  readonly tickMinor: bigint;
  /** Smallest step of a quantity: minor units of the base. */
  readonly lotMinor: bigint;
  /** Least value of an order: minor units of the quote. */
  readonly leastNotionalMinor: bigint;
}

const table = {
  BTCEPI: {
    code: 'BTCEPI',
    base: 'BTC',
    quote: 'EPI',
    tickMinor: 50_000_000n,
    lotMinor: 10_000n,
    leastNotionalMinor: 500_000_000n,
  },
  ETHEPI: {
    code: 'ETHEPI',
    base: 'ETH',
    quote: 'EPI',
    tickMinor: 5_000_000n,
    lotMinor: 1_000_000_000_000_000n,
    leastNotionalMinor: 500_000_000n,
  },
  TONEPI: {
    code: 'TONEPI',
    base: 'TON',
    quote: 'EPI',
    tickMinor: 100_000n,
    lotMinor: 100_000_000n,
    leastNotionalMinor: 500_000_000n,
  },
} as const satisfies Record<string, Instrument>;

export type InstrumentCode = keyof typeof table;

/** Every instrument, by its code. */
export const instruments: Readonly<Record<InstrumentCode, Instrument & { readonly code: InstrumentCode }>> =
  table;

export const instrumentCodes = Object.keys(table) as InstrumentCode[];

/** The one that the market screen opens with. */
export const defaultInstrument: InstrumentCode = 'BTCEPI';

/** What orders cost, in basis points of their value, in the quote: of one that rested (maker), and of one that met a resting one (taker). */
export const tradingFees = { makerBasisPoints: 10, takerBasisPoints: 20 } as const;
