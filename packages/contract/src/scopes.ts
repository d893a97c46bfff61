/**
 * What a connected application may ask for; each endpoint that one may call names its scope. `payments:new-payee` adds to
 * `payments:request` the IBANs that are not the client's payees.
 */
export const scopes = ['accounts:read', 'payees:read', 'payments:request', 'payments:new-payee'] as const;
export type Scope = (typeof scopes)[number];
