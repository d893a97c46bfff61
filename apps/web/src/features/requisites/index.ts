/** The requisites screen. */
export { RequisitesPage } from './requisites-page.tsx';
