/** The names of a card in records, messages and confirmations. Pure. */
import type { StoredCard } from './card.ts';

type Named = Pick<StoredCard, 'id' | 'name' | 'lastFour'>;

/** `Travel •••• 4471`. */
export const shortName = ({ name, lastFour }: Pick<StoredCard, 'name' | 'lastFour'>): string =>
  `${name} ${maskedNumber({ lastFour })}`;

/** `•••• 4471`. */
export const maskedNumber = ({ lastFour }: Pick<StoredCard, 'lastFour'>): string => `•••• ${lastFour}`;

/** The facts of a card in every audit record about it. */
export const auditedCard = ({ id, name, lastFour }: Named) => ({ cardId: id, card: name, lastFour });
