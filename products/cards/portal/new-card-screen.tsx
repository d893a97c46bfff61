/** `/cards/new`. */

import { CardsOffered } from './cards-offered.tsx';
import { NewCardPage } from './new.ts';

export const NewCardScreen = () => (
  <CardsOffered>
    <NewCardPage />
  </CardsOffered>
);
