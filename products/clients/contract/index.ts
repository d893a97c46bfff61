/** The calls and resources of this product. Its problems stand apart, because no browser needs their sentences. */
export * from './companies.ts';
export * from './company-changes.ts';
export * from './first-steps.ts';
export * from './invitations.ts';
export * from './onboarding.ts';
export * from './people.ts';
export * from './profile.ts';
export * from './verification.ts';
