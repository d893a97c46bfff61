/** The calls and resources of this product. Its problems are exported separately, because browsers do not need their sentences. */
export * from './accounts.ts';
export * from './documents.ts';
export * from './official.ts';
export * from './prepared.ts';
export { documentsFieldProblems } from './problems/documents.ts';
export * from './statements.ts';
export * from './statements-year.ts';
export * from './verify.ts';
