/** The cards screen. The form of a new card is loaded by its own route: `new.ts`. */
export { CardsPage, type CardsSearch } from './cards-page.tsx';
