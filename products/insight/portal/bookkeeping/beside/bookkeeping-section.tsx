/** Category and note in the drawer of a payment. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { useQuery } from '@tanstack/react-query';
import classes from '../bookkeeping.module.css';
import { annotationsQuery } from '../queries.ts';
import { CategoryField } from './category-field.tsx';
import { NoteField } from './note-field.tsx';

export function BookkeepingSection({ paymentId }: { paymentId: string }) {
  const t = useTranslations('bookkeeping');
  const annotation = useQuery(annotationsQuery([paymentId])).data?.[paymentId];
  if (!annotation) return null;
  const { canChange, category, note } = annotation;
  if (!canChange && !category && !note) return null;
  return (
    <SheetSection title={t('title')}>
      <div className={classes.section}>
        <CategoryField annotation={annotation} />
        <NoteField annotation={annotation} />
      </div>
    </SheetSection>
  );
}
