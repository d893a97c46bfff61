/** Replaces the rows: none yet, none with errors left, or none that match the filter. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import type { Bench } from './use-bench.ts';
import classes from './workbench.module.css';

interface NoRowsProps {
  bench: Bench;
  isEmpty: boolean;
  onAdd: () => void;
}

export function NoRows({ bench, isEmpty, onAdd }: NoRowsProps) {
  const t = useTranslations('payouts.bench');
  const { filter, setFilter } = bench;
  const isDone = filter.view !== 'all' && !filter.search && !filter.kind;
  const [title, text] = isEmpty
    ? [t('noRows'), t('noRowsText')]
    : isDone
      ? [t('noErrors'), t('noErrorsText')]
      : [t('nothing'), t('nothingText')];
  return (
    <Grid gap={8} items="center" className={classes.noRows}>
      <Text as="h3" size={18}>
        {title}
      </Text>
      <p>{text}</p>
      {isEmpty ? (
        <Button onClick={onAdd}>{t('addRow')}</Button>
      ) : (
        <Button onClick={() => setFilter({ view: 'all' })}>{t('showAll')}</Button>
      )}
    </Grid>
  );
}
