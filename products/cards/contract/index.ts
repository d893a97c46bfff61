/** The calls and resources of this product. Its problems are exported separately, because browsers do not need their sentences. */
export * from './card-controls.ts';
export * from './card-disputes.ts';
export * from './card-moves.ts';
export * from './card-receipts.ts';
export * from './card-secrets.ts';
export * from './card-transactions.ts';
export * from './cards.ts';
export * from './dispute-states.ts';
