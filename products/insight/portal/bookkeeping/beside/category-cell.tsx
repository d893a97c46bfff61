/** The category of a payment in a list: the chosen one, or the suggested one in grey. */
import type { Annotation } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import classes from '../bookkeeping.module.css';
import { CategoryIcon } from './category-icon.tsx';
import { useCategoryName } from './use-category-name.ts';

export function CategoryCell({ annotation }: { annotation: Annotation | undefined }) {
  const t = useTranslations('bookkeeping');
  const nameOf = useCategoryName();
  const category = annotation?.category ?? annotation?.suggestion?.category;
  if (!annotation || !category) return null;
  const isChosen = annotation.category !== null;
  return (
    <span className={classes.cell} data-suggested={isChosen ? undefined : ''}>
      <CategoryIcon category={category} />
      {isChosen ? nameOf(category) : t('suggestedShort', { category: nameOf(category) })}
    </span>
  );
}
