/** The calls and resources of this product. Its problems are exported separately, because browsers do not need their sentences. */
export * from './alerts.ts';
export * from './bookkeeping.ts';
export * from './categories.ts';
export * from './export-profiles.ts';
export * from './insight.ts';
export * from './receipts.ts';
