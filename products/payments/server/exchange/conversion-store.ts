/** SQL that links the two sides of an exchange. */
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import type { Sql } from '@calmly/platform/work.ts';
import { sql } from 'kysely';
import type { Conversion } from '../../../accounts/server/transactions/index.ts';

/** One side: what was sold or bought for it, and by which payment. */
export interface ExchangeSide {
  readonly paymentId: string;
  readonly counterpartId: string;
  readonly rate: string;
  readonly counterCurrency: CurrencyCode;
  readonly counterMinor: bigint;
}

/** Links both payments of an exchange. */
export async function insertConversions(db: Sql, sides: readonly ExchangeSide[]): Promise<void> {
  await sql`
    insert into exchange.conversion (payment_id, counterpart_id, rate, counter_currency, counter_amount_minor)
    values ${sql.join(
      sides.map(
        (side) =>
          sql`(${side.paymentId}, ${side.counterpartId}, ${side.rate}, ${side.counterCurrency}, ${side.counterMinor})`,
      ),
    )}
  `.execute(db);
}

/** The other side of a payment that is part of an exchange. */
export async function findConversion(db: Sql, paymentId: string): Promise<Conversion | undefined> {
  const { rows } = await sql<{
    rate: string;
    counterCurrency: CurrencyCode;
    counterMinor: string;
    counterPaymentId: string;
  }>`
    select rate, counter_currency as "counterCurrency", counter_amount_minor as "counterMinor",
      counterpart_id as "counterPaymentId"
    from exchange.conversion where payment_id = ${paymentId}
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { rate, counterCurrency, counterPaymentId } = row;
  const counterAmount = formatDecimal(BigInt(row.counterMinor), counterCurrency);
  return { rate, counterAmount, counterCurrency, counterPaymentId };
}
