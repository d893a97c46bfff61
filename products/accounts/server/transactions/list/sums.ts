/** Sums of exactly what the filter lists, by currency. Source: product, "saved views with live sums". */
import type { EndpointOutput, PaymentSums, PaymentsFilter, summarisePayments } from '@calmly/contract';
import { type CurrencyCode, formatDecimal, paymentStatuses, processingStatusOf } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import type { Whose } from './filter.ts';
import { type Sums, sumPayments } from './list-store.ts';

const failedStatuses = paymentStatuses.filter((status) => processingStatusOf(status) === 'FAILED');

/** Amounts are decimals. `CountedFrom` says from when on the rows were summed; null: all of them. */
export async function summarise(
  db: Sql,
  whose: Whose,
  filter: PaymentsFilter,
): Promise<EndpointOutput<typeof summarisePayments>> {
  const { sums, countedFrom } = await sumPayments(db, whose, filter, failedStatuses);
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
  return {
    Currencies: [...byCurrency].map(([currency, parts]) => sumsOf(currency, parts)),
    CountedFrom: countedFrom?.toISOString() ?? null,
  };
}

function sumsOf(currency: CurrencyCode, parts: readonly Sums[]): PaymentSums {
  const total = (of: keyof Pick<Sums, 'amountMinor' | 'feesMinor'>, fits: (part: Sums) => boolean) =>
    formatDecimal(
      parts.filter(fits).reduce((sum, part) => sum + part[of], 0n),
      currency,
    );
  const moved = (direction: Sums['direction'], own: boolean) =>
    total('amountMinor', (part) => part.direction === direction && part.own === own && part.fate === 'moves');
  return {
    currency,
    count: parts.reduce((sum, { count }) => sum + count, 0),
    in: moved('CREDIT', false),
    out: moved('DEBIT', false),
    ownIn: moved('CREDIT', true),
    ownOut: moved('DEBIT', true),
    fees: total('feesMinor', ({ fate }) => fate === 'moves'),
    failed: total('amountMinor', ({ fate }) => fate === 'failed'),
    awaiting: total('amountMinor', ({ fate }) => fate === 'awaiting'),
  };
}
