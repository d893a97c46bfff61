/**
 * External prices. Reference rates are indicative and value balances on the dashboard. The bank trades at market rates, which carry the
 * time of their quotation; the caller decides how old they may be.
 */
import type { ReferenceRates } from '@calmly/domain';

export interface MarketRates {
  /** The middle of the market: units per euro. */
  readonly rates: ReferenceRates;
  readonly asOf: Date;
}

export interface PriceProvider {
  /** Units per euro of every supported currency, as of the day. */
  referenceRates(at: Date): Promise<ReferenceRates>;
  /** The newest there are. */
  marketRates(at: Date): Promise<MarketRates>;
}
