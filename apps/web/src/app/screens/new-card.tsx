/** `/cards/new`. */
import { NewCardPage } from '@calmly/products/cards/portal/new.ts';
import { CardsOffered } from './cards-offered.tsx';

export const NewCardScreen = () => (
  <CardsOffered>
    <NewCardPage />
  </CardsOffered>
);
