export const payouts = () => import('./payouts-screen.tsx');
export const payout = () => import('./payout-screen.tsx');
