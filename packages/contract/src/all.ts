/** The contract's exports: the kit and each product's contract. */

export * from '@calmly/contract-kit/common.ts';
export * from '@calmly/contract-kit/endpoint.ts';
export * from '@calmly/contract-kit/live.ts';
export * from '@calmly/contract-kit/problem-body.ts';
export * from '@calmly/contract-kit/rights.ts';
export * from '@calmly/contract-kit/scopes.ts';
export * from '@calmly/contract-kit/wire.ts';
export * from './client/client.ts';
export * from './problems/api-problem.ts';
export * from './problems/problem-from.ts';
export * from './problems/problems.ts';
export * from './products.ts';
export * from './screens.ts';
