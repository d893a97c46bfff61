/** One payout: its column mapping, the workbench, the totals, and the results of its rows. */
export { PayoutPage } from './payout/payout-page.tsx';
