/** One account: its balance line, payments, details and statements. */
export { AccountPage } from './account-page.tsx';
