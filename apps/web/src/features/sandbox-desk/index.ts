/** The sandbox's desk. */
export { DeskPage } from './desk-page.tsx';
