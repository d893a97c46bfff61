/** The payments screen: the list with its drawer, and the tabs beside it; the payments of one account. */
export { AccountPayments } from './list/account-payments.tsx';
export { PaymentsPage } from './payments-page.tsx';
