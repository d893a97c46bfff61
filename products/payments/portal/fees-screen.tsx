/** `/fees`. */
export { FeesPage as FeesScreen } from './fees/index.ts';
