/** The name of a category in the reader's language, from the contract, and all of them as choices. */
import { type BookkeepingCategory, bookkeepingCategories, categoryNames } from '@calmly/contract';
import { useLocaleControl } from '@calmly/texts/index.tsx';

export function useCategoryName(): (category: BookkeepingCategory) => string {
  const { locale } = useLocaleControl();
  return (category) => categoryNames[category][locale];
}

/** In the order of the contract; `OTHER` is last. */
export function useCategoryChoices(): ReadonlyArray<{ value: BookkeepingCategory; text: string }> {
  const nameOf = useCategoryName();
  return bookkeepingCategories.map((value) => ({ value, text: nameOf(value) }));
}
