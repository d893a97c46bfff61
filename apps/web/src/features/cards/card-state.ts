/** What can be done with a card in its state. The server decides; this says which buttons are worth showing. */
import type { Card } from '@calmly/contract';

/** The last four digits, as they are written everywhere. */
export const masked = ({ lastFour }: Pick<Card, 'lastFour'>): string => `•••• ${lastFour}`;

/** Its number and PIN are the holder's. */
export const canReveal = ({ isMine, status }: Card): boolean =>
  isMine && (status === 'ACTIVE' || status === 'BLOCKED');

/** It is in use, or may be again. */
export const isOpen = ({ status }: Card): boolean => status !== 'CLOSED';

export const canTopUp = ({ status }: Card): boolean => status === 'ACTIVE' || status === 'ORDERED';
