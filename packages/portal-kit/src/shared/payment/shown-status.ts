/** The displayed status of a payment: some payments wait for no bank, so the general status would mislead. */
import type { Payment } from '@calmly/contract';

/** A card purchase that the merchant has not collected and a deposit that the network has not confirmed are pending. */
export function shownStatus({
  scheme,
  direction,
  status,
}: Pick<Payment, 'scheme' | 'direction' | 'status'>): Payment['status'] | 'PENDING' {
  if (scheme === 'CARD' && status === 'PENDING_FINANCE_INSTITUTION') return 'PENDING';
  return isConfirming({ scheme, direction, status }) ? 'PENDING' : status;
}

/** Whether it is a deposit that was seen on its network and waits for confirmations. */
export const isConfirming = ({
  scheme,
  direction,
  status,
}: Pick<Payment, 'scheme' | 'direction' | 'status'>): boolean =>
  scheme === 'CRYPTO' && direction === 'CREDIT' && status === 'IN_PROCESS';
