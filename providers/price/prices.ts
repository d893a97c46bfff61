/**
 * External prices. Reference rates are indicative and value balances on the dashboard. The bank trades at market rates. A rate that is too old to be used is not
 * among them, so a caller only has to cope with a missing one.
 */
import type { ReferenceRates } from '@calmly/domain';

export interface Rates {
  /** Units per euro; of the market, its middle. */
  readonly rates: ReferenceRates;
  /** Of the oldest of them. */
  readonly asOf: Date;
}

export interface PriceProvider {
  /** Of the day, for information. */
  referenceRates(at: Date): Promise<Rates>;
  /** The newest that may be traded at. */
  marketRates(at: Date): Promise<Rates>;
}

/** Without a sandbox and without a source there are no rates: only euro is worth euro. */
export const noPrices: PriceProvider = {
  referenceRates: async (asOf) => ({ rates: { EUR: '1' }, asOf }),
  marketRates: async (asOf) => ({ rates: { EUR: '1' }, asOf }),
};
