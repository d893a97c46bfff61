/** The form for a new payment. It is not in the index, because the list must not load it. */
export { CreatePaymentPage } from './create-payment-page.tsx';
export { createPaymentSearch } from './model/create-search.ts';
