/** `/cards`: the chosen card, the group and the open payment are search params. */

import { useSearch } from '@tanstack/react-router';
import { CardsOffered } from './cards-offered.tsx';
import { CardsPage } from './index.ts';

export function CardsScreen() {
  const search = useSearch({ from: '/shell/cards' });
  return (
    <CardsOffered>
      <CardsPage search={search} />
    </CardsOffered>
  );
}
