/** What an account has left after a payment, as decimal text: now, or on a day to come with what is scheduled until then. */
import type { AccountForecast, PaymentPreview } from '@calmly/contract';
import { formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';

export function leftAfter(
  { balanceAfter, total, currency }: Pick<PaymentPreview, 'balanceAfter' | 'total' | 'currency'>,
  forecast: Pick<AccountForecast, 'left'> | undefined,
): string {
  if (!forecast || !isCurrency(currency)) return balanceAfter;
  const left = parseDecimal(forecast.left, currency);
  const debited = parseDecimal(total, currency);
  return left === undefined || debited === undefined ? balanceAfter : formatDecimal(left - debited, currency);
}
