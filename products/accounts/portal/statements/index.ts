/** The statements screen, the year overview, and the months of one account. */
export { AccountStatements } from './account-statements.tsx';
export { StatementScreens } from './screens.tsx';
export { StatementsPage } from './statements-page.tsx';
export { YearPage } from './year/year-page.tsx';
