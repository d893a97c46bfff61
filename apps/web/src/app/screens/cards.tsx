/** `/cards` and `/cards/new`; a client whom cards are not offered reads so. */
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CardsPage } from '../../features/cards/index.ts';
import { ComingSoonPage } from '../../features/errors/index.ts';
import { useClient } from '../../session/state.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const NewCardPage = onDemand(async () => (await import('../../features/cards/new.ts')).NewCardPage);

export function CardsScreen() {
  const search = useSearch({ from: '/shell/cards' });
  return (
    <Offered>
      <CardsPage search={search} />
    </Offered>
  );
}

export const NewCardScreen = () => (
  <Offered>
    <NewCardPage />
  </Offered>
);

function Offered({ children }: { children: ReactNode }) {
  return useClient().cardsOffered ? children : <ComingSoonPage part="cards" />;
}
