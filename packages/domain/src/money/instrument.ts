/**
 * Instruments traded on the exchange, with the steps of their prices and quantities. A price is a number of ticks and a quantity a number of lots, so
 * that every price times every quantity is a whole number of the quote's minor units. Source: specification section 9 (pairs); server page section
 * 11.
 */
import type { CurrencyCode } from './money.ts';

export interface Instrument {
  /** The code in orders and addresses. */
  readonly code: string;
  readonly base: CurrencyCode;
  readonly quote: CurrencyCode;
  /** Smallest step of a price: minor units of the quote per whole unit of the base. */
  readonly tickMinor: bigint;
  /** Smallest step of a quantity: minor units of the base. */
  readonly lotMinor: bigint;
  /** Minimum value of an order: minor units of the quote. */
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

export const instruments: Readonly<Record<InstrumentCode, Instrument & { readonly code: InstrumentCode }>> =
  table;

export const instrumentCodes = Object.keys(table) as InstrumentCode[];

/** The instrument that the market screen shows first. */
export const defaultInstrument: InstrumentCode = 'BTCEPI';

/**
 * Fees of orders in basis points of their value, charged in the quote: `maker` for an order that rested in the book, `taker` for one that matched a
 * resting order.
 */
export const tradingFees = { makerBasisPoints: 10, takerBasisPoints: 20 } as const;
