/** The sandbox desk. */
export { DeskPage } from './desk-page.tsx';
