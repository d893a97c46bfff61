/** The public page that shows a payer what to enter, and the content of a link to it, for a payment that starts from one. */
export { GetPaidPage } from './get-paid-page.tsx';
export { payPageQuery } from './queries.ts';
