/**
 * Reference rates from the outside world. Indicative only: they value balances on the dashboard, no money moves at them.
 */
import type { ReferenceRates } from '@calmly/domain';

export interface PriceProvider {
  /** Units per euro of every money of ours, as of the day. */
  referenceRates(at: Date): Promise<ReferenceRates>;
}

export { createSandboxPrices } from './sandbox.ts';
