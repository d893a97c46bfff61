/** The payments screens: the list with its drawer, and the form for a new payment. */
export { CreatePaymentPage } from './create-payment-page.tsx';
export { createPaymentSearch } from './model/create-search.ts';
export { PaymentsPage } from './payments-page.tsx';
