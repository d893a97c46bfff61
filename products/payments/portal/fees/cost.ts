/** What a transfer costs, by the functions with which the bank charges. Pure; minor units of the amount's currency. */
import type { Price } from '@calmly/contract';
import { type CurrencyCode, chargesOf, feeOf, parseDecimal } from '@calmly/domain';

export interface TransferCost {
  readonly feeMinor: bigint;
  /** The amount debited from the account. */
  readonly debitedMinor: bigint;
  /** What is sent to the payee; not above zero where the fee takes all of it. */
  readonly sentMinor: bigint;
}

/** Without a bearer in the price, the costs are shared (SHA). */
export function transferCost(
  amountMinor: bigint,
  { rate, minimum, surcharge, chargeBearer }: Pick<Price, 'rate' | 'minimum' | 'surcharge' | 'chargeBearer'>,
  currency: CurrencyCode,
): TransferCost {
  const minor = (text: string) => parseDecimal(text, currency) ?? 0n;
  const feeMinor = feeOf(amountMinor, {
    rate,
    minfixMinor: minor(minimum),
    surchargeMinor: minor(surcharge),
  });
  return { feeMinor, ...chargesOf({ amountMinor, feeMinor, chargeBearer: chargeBearer ?? 'SHA' }) };
}
