/** Loaded before the first of them opens, so that a visitor's page names none of their files. */
export const payouts = () => import('./payouts-screen.tsx');
export const payout = () => import('./payout-screen.tsx');
