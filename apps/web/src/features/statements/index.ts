/** The statements screen, and the months of one account. */
export { AccountStatements } from './account-statements.tsx';
export { StatementsPage } from './statements-page.tsx';
