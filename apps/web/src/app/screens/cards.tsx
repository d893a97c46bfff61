/** `/cards`: the chosen card, the group and the open payment are search params. */

import { CardsPage } from '@calmly/products/cards/portal/index.ts';
import { useSearch } from '@tanstack/react-router';
import { CardsOffered } from './cards-offered.tsx';

export function CardsScreen() {
  const search = useSearch({ from: '/shell/cards' });
  return (
    <CardsOffered>
      <CardsPage search={search} />
    </CardsOffered>
  );
}
