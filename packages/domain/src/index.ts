export * from './arrival.ts';
export * from './currency.ts';
export * from './fee.ts';
export * from './money.ts';
export * from './payment-status.ts';
export * from './remittance.ts';
export * from './scheme.ts';
