/** Possible actions on a card in its state. The server decides; this determines which buttons to show. */
import type { Card } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';

/** The last four digits, in the usual form. */
export const masked = ({ lastFour }: Pick<Card, 'lastFour'>): string => `•••• ${lastFour}`;

/** Only the holder may see its number and PIN. */
export const canReveal = ({ isMine, status }: Card): boolean =>
  isMine && (status === 'ACTIVE' || status === 'BLOCKED' || status === 'LOCKED');

/** In use, or possibly again later. */
export const isOpen = ({ status }: Pick<Card, 'status'>): boolean => status !== 'CLOSED';

/** A merchant may refund to a closed card; that money can be moved to an account. */
export const hasMoneyLeft = ({ status, replacedBy, available }: Card): boolean =>
  status === 'CLOSED' && replacedBy === null && !isZeroDecimal(available) && !available.startsWith('-');

/** A blocked card can be topped up. An expired or closed one accepts only what it owes. */
export const canTopUp = ({ status, owed }: Pick<Card, 'status' | 'owed'>): boolean =>
  (isOpen({ status }) && status !== 'EXPIRED') || !isZeroDecimal(owed);

/** A new card must not bypass a lock by the bank or the company. */
export const canReplace = ({ status, lock }: Pick<Card, 'status' | 'lock'>): boolean =>
  isOpen({ status }) && (lock === null || lock === 'pin_tries');

/** In its last two months, or after them. `expiry` is `MM/YY`; the card is valid to the end of that month. */
export function canRenew({ expiry }: Pick<Card, 'expiry'>, now: Date): boolean {
  const [month = 0, year = 0] = expiry.split('/').map(Number);
  return (2000 + year) * 12 + month - (now.getFullYear() * 12 + now.getMonth() + 1) < 2;
}
