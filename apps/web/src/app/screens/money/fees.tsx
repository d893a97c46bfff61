/** `/fees`. */
export { FeesPage as FeesScreen } from '../../../features/fees/index.ts';
