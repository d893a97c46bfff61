/** The calls of the office, of every product. Written by `npm run products` from the manifests of the products. */
export * from '@calmly/products/office/contract/staff/index.ts';
