/** The calls and resources of this product. Its problems stand apart, because no browser needs their sentences. */
export * from './payout-approval.ts';
export * from './payout-checks.ts';
export * from './payout-editing.ts';
export * from './payout-files.ts';
export * from './payout-sending.ts';
export * from './payouts.ts';
