/** Tracking numbers of the sandbox's post. Pure. */
import type { StoredCard } from '../card.ts';

/** Thirteen characters like a postal operator's, derived from the card's id. */
export const trackingOf = ({ id }: Pick<StoredCard, 'id'>): string =>
  `CC${(BigInt(`0x${id.replaceAll('-', '').slice(-12)}`) % 1_000_000_000n).toString().padStart(9, '0')}EE`;
