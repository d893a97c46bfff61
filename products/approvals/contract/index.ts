/** The calls and resources of this product. Its problems stand apart, because no browser needs their sentences. */
export * from './approval-decisions.ts';
export * from './approvals.ts';
export * from './sent-for-approval.ts';
