/** The public page that tells a payer what to enter, and what a link to it says, for a payment that begins with it. */
export { GetPaidPage } from './get-paid-page.tsx';
export { payPageQuery } from './queries.ts';
