/** Conversations with the bank: the list, one in the drawer, a new one. */
export { SupportPage } from './support-page.tsx';
