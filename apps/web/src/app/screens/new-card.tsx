/** `/cards/new`. */
import { NewCardPage } from '../../features/cards/new.ts';
import { CardsOffered } from './cards-offered.tsx';

export const NewCardScreen = () => (
  <CardsOffered>
    <NewCardPage />
  </CardsOffered>
);
