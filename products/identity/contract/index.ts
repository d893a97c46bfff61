/** The calls and resources of this product. Its problems are exported separately, because browsers do not need their sentences. */
export * from './factors.ts';
export * from './identity.ts';
export * from './passkey-sign-in.ts';
export * from './security.ts';
export * from './switching.ts';
