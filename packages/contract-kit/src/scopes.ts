/**
 * The scopes of connected applications; each endpoint that they may call names its scope. `payments:new-payee` extends `payments:request` to IBANs
 * that are not saved payees.
 */
export const scopes = ['accounts:read', 'payees:read', 'payments:request', 'payments:new-payee'] as const;
export type Scope = (typeof scopes)[number];
