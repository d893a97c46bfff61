/** Payouts from a file: the list and the upload. One payout with its rows is `payout.ts`, a chunk of its own. */
export { CreatePayoutPage } from './create/create-page.tsx';
export { PayoutsPage } from './list/payouts-page.tsx';
export { PayoutsOffered } from './offered.tsx';
