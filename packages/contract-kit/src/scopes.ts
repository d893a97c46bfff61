/**
 * The scopes of connected applications; each endpoint that they may call names its scope. `payments:new-payee` adds IBANs that are not
 * the client's payees to `payments:request`.
 */
export const scopes = ['accounts:read', 'payees:read', 'payments:request', 'payments:new-payee'] as const;
export type Scope = (typeof scopes)[number];
