/** The requisites screen, and the details of one account for payers. */
export { AccountDetails } from './account-details.tsx';
export { RequisitesPage } from './requisites-page.tsx';
