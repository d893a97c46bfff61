/** A client whom cards are not offered reads so. */
import type { ReactNode } from 'react';
import { ComingSoonPage } from '../../features/errors/index.ts';
import { useClient } from '../../session/state.ts';

export function CardsOffered({ children }: { children: ReactNode }) {
  return useClient().cardsOffered ? children : <ComingSoonPage part="cards" />;
}
