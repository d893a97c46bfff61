/** The lists of the screens that the products' routes load. Written by `npm run products` from the manifests of the products. */
export * from '@calmly/products/accounts/portal/screens.ts';
export * from '@calmly/products/approvals/portal/screens.ts';
export * from '@calmly/products/cards/portal/screens.ts';
export * from '@calmly/products/clients/portal/screens.ts';
export * from '@calmly/products/crypto/portal/screens.ts';
export * from '@calmly/products/payees/portal/screens.ts';
export * from '@calmly/products/payments/portal/screens.ts';
export * from '@calmly/products/payouts/portal/screens.ts';
export * from '@calmly/products/support/portal/screens.ts';
