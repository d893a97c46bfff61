/** `/cards/new`: the form of a new card. */
export { NewCardPage } from './create/new-card-page.tsx';
