/** Bookkeeping: categories and notes of payments, missing receipts, saved exports. */
export { BookkeepingSection } from './beside/bookkeeping-section.tsx';
export { CategoryCell } from './beside/category-cell.tsx';
export { useCategoryName } from './beside/use-category-name.ts';
export { annotationsQuery } from './queries.ts';
