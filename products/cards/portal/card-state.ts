/** What can be done with a card in its state. The server decides; this says which buttons are worth showing. */
import type { Card } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';

/** The last four digits, as they are written everywhere. */
export const masked = ({ lastFour }: Pick<Card, 'lastFour'>): string => `•••• ${lastFour}`;

/** Its number and PIN are the holder's. */
export const canReveal = ({ isMine, status }: Card): boolean =>
  isMine && (status === 'ACTIVE' || status === 'BLOCKED' || status === 'LOCKED');

/** It is in use, or may be again. */
export const isOpen = ({ status }: Pick<Card, 'status'>): boolean => status !== 'CLOSED';

/** A merchant may give money back to a closed card; it can be moved to an account. */
export const hasMoneyLeft = ({ status, replacedBy, available }: Card): boolean =>
  status === 'CLOSED' && replacedBy === null && !isZeroDecimal(available) && !available.startsWith('-');

/** A blocked card can. One at its end takes what it owes. */
export const canTopUp = ({ status, owed }: Pick<Card, 'status' | 'owed'>): boolean =>
  (isOpen({ status }) && status !== 'EXPIRED') || !isZeroDecimal(owed);

/** A new card must be no way around a lock of the bank or the company. */
export const canReplace = ({ status, lock }: Pick<Card, 'status' | 'lock'>): boolean =>
  isOpen({ status }) && (lock === null || lock === 'pin_tries');

/** In its last two months, or after them. `expiry` is `MM/YY`, of the month whose last day it is. */
export function canRenew({ expiry }: Pick<Card, 'expiry'>, now: Date): boolean {
  const [month = 0, year = 0] = expiry.split('/').map(Number);
  return (2000 + year) * 12 + month - (now.getFullYear() * 12 + now.getMonth() + 1) < 2;
}
