/** The contract of every product. Written by `npm run products` from the manifests of the products. */
export * from '@calmly/products/accounts/contract/index.ts';
export * from '@calmly/products/approvals/contract/index.ts';
export * from '@calmly/products/cards/contract/index.ts';
export * from '@calmly/products/clients/contract/index.ts';
export * from '@calmly/products/crypto/contract/index.ts';
export * from '@calmly/products/identity/contract/index.ts';
export * from '@calmly/products/insight/contract/index.ts';
export * from '@calmly/products/notifications/contract/index.ts';
export * from '@calmly/products/payees/contract/index.ts';
export * from '@calmly/products/payments/contract/index.ts';
export * from '@calmly/products/payouts/contract/index.ts';
export * from '@calmly/products/programs/contract/index.ts';
export * from '@calmly/products/sandbox/contract/index.ts';
export * from '@calmly/products/search/contract/index.ts';
export * from '@calmly/products/support/contract/index.ts';
