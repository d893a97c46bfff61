/**
 * Prices from the outside world. Reference rates are indicative: they value balances on the dashboard. Market rates are what the
 * bank sells and buys at, and say of when they are: how old they may be is for who trades at them to decide.
 */
import type { ReferenceRates } from '@calmly/domain';

export interface MarketRates {
  /** The middle of the market: units per euro. */
  readonly rates: ReferenceRates;
  readonly asOf: Date;
}

export interface PriceProvider {
  /** Units per euro of every money of ours, as of the day. */
  referenceRates(at: Date): Promise<ReferenceRates>;
  /** The newest there are. */
  marketRates(at: Date): Promise<MarketRates>;
}
