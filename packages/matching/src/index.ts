export type * from './commands.ts';
export type * from './events.ts';
export * from './fees.ts';
export * from './order-book.ts';
export * from './scale.ts';
export type { Snapshot } from './snapshot.ts';
