/** The payments screen: the list with its drawer, and the tabs beside it. */
export { PaymentsPage } from './payments-page.tsx';
