/** How far a request is paid: partly, in full, or with a surplus. Pure. */
import type { MoneyRequest } from '@calmly/contract';
import { formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';

type Asked = Pick<MoneyRequest, 'amount' | 'received' | 'currency'>;

/** What has come less what was asked for, in minor units; undefined for a currency that is not known here. */
function surplusOf({ amount, received, currency }: Asked): bigint | undefined {
  if (!isCurrency(currency)) return undefined;
  const [asked, come] = [parseDecimal(amount, currency), parseDecimal(received, currency)];
  return asked === undefined || come === undefined ? undefined : come - asked;
}

/** Partly paid. */
export function isPartlyPaid(request: Asked): boolean {
  return !/^[0.]*$/.test(request.received) && (surplusOf(request) ?? 0n) < 0n;
}

/** What is still to come, as a decimal; undefined when nothing is. */
export function missingOf(request: Asked): string | undefined {
  const surplus = surplusOf(request);
  if (surplus === undefined || surplus >= 0n || !isCurrency(request.currency)) return undefined;
  return formatDecimal(-surplus, request.currency);
}

/** The surplus over the requested amount, as a decimal; undefined when there is none. */
export function overOf(request: Asked): string | undefined {
  const surplus = surplusOf(request);
  if (surplus === undefined || surplus <= 0n || !isCurrency(request.currency)) return undefined;
  return formatDecimal(surplus, request.currency);
}
