/** The form for a new payment; not in the index, because the list must not carry it. */
export { CreatePaymentPage } from './create-payment-page.tsx';
export { createPaymentSearch } from './model/create-search.ts';
