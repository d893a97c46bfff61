/** `/fees`. */
export { FeesPage as FeesScreen } from '@calmly/products/payments/portal/fees/index.ts';
