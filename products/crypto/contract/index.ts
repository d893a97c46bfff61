/** The calls and resources of this product. Its problems are exported separately, because browsers do not need their sentences. */
export * from './desk.ts';
export * from './market.ts';
export * from './movements.ts';
export * from './positions.ts';
export * from './trading.ts';
export * from './wallets.ts';
export * from './withdrawals.ts';
