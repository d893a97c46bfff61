/** One payout: what its columns hold, the workbench, the totals, and what became of its rows. */
export { PayoutPage } from './payout/payout-page.tsx';
