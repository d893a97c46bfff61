/** The category of one payment: the chosen one, changed through a list; a suggestion is confirmed with one click. */
import type { Annotation, BookkeepingCategory } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Popover } from '@calmly/ui/layers/popovers/popover.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { SearchChoices } from '@calmly/ui/lists/filter-panels.tsx';
import { IconCategory, IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '../bookkeeping.module.css';
import { categoriseMutation } from '../queries.ts';
import { CategoryIcon } from './category-icon.tsx';
import { useCategoryChoices, useCategoryName } from './use-category-name.ts';

export function CategoryField({ annotation }: { annotation: Annotation }) {
  const t = useTranslations('bookkeeping');
  const nameOf = useCategoryName();
  const choices = useCategoryChoices();
  const [open, setOpen] = useState(false);
  const save = useMutation(categoriseMutation);
  const { paymentId, category, suggestion, canChange } = annotation;
  const choose = (next: BookkeepingCategory | null) => {
    setOpen(false);
    save.mutate({ paymentIds: [paymentId], category: next });
  };
  const icon = category ? <CategoryIcon category={category} /> : <IconCategory aria-hidden="true" />;
  if (!canChange)
    return category ? (
      <p className={classes.cell}>
        {icon}
        {nameOf(category)}
      </p>
    ) : null;
  return (
    <Stack gap={12} align="start">
      {suggestion && !category && (
        <Inline wrap gap={12} rowGap={8} align="center">
          <Button
            variant="accent"
            size="s"
            icon={<IconCheck aria-hidden="true" />}
            busy={save.isPending}
            onClick={() => choose(suggestion.category)}
          >
            {nameOf(suggestion.category)}
          </Button>
          <Text as="span" size={13} tone="soft">
            {t(`sources.${suggestion.source}`)}
          </Text>
        </Inline>
      )}
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        opener={
          <Button
            size="s"
            icon={icon}
            aria-expanded={open}
            busy={save.isPending && !suggestion}
            onClick={() => setOpen(!open)}
          >
            {category ? nameOf(category) : t(suggestion ? 'chooseAnother' : 'choose')}
          </Button>
        }
      >
        <SearchChoices
          label={t('findCategory')}
          none={t('noCategory')}
          choices={choices}
          chosen={category ?? undefined}
          onChoose={(value) => choose((value as BookkeepingCategory | undefined) ?? null)}
        />
      </Popover>
      <ProblemNotice error={save.error} />
    </Stack>
  );
}
