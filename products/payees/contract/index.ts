/** The calls and resources of this product. Its problems are exported separately, because browsers do not need their sentences. */
export * from './beneficiaries.ts';
export * from './beneficiary-checks.ts';
