/** Payouts from a file: the list and the upload. One payout with its rows is in `payout.ts`, a separate chunk. */
export { CreatePayoutPage } from './create/create-page.tsx';
export { PayoutsPage } from './list/payouts-page.tsx';
export { PayoutsOffered } from './offered.tsx';
