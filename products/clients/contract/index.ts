/** The calls and resources of this product. Its problems are exported separately, because browsers do not need their sentences. */
export * from './companies.ts';
export * from './company-changes.ts';
export * from './first-steps.ts';
export * from './invitations.ts';
export * from './onboarding.ts';
export * from './people.ts';
export * from './profile.ts';
export * from './verification.ts';
