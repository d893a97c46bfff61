/** The calls and resources of this product. Its problems are exported separately, because browsers do not need their sentences. */
export * from './payout-approval.ts';
export * from './payout-checks.ts';
export * from './payout-editing.ts';
export * from './payout-files.ts';
export * from './payout-sending.ts';
export * from './payouts.ts';
