/** Bookkeeping: categories and notes of payments, missing receipts, saved exports. */
export { BookkeepingSection } from './beside/bookkeeping-section.tsx';
export { CategoryCell } from './beside/category-icon.tsx';
export { useCategoryName } from './beside/use-category-name.ts';
export { annotationsQuery } from './queries.ts';
