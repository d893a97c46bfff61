/** Shown while the file is read and its rows are checked. */
import type { PayoutDetails } from '@calmly/contract';
import { ProgressLine } from '@calmly/portal-kit/shared/files/progress-line.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useCount } from '../words.tsx';
import { PartTitle } from './part-title.tsx';
import classes from './payout.module.css';

export function Reading({ payout: { progress } }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.reading');
  const words = useTranslations('payoutWords.status');
  const edit = useTranslations('payoutEditing');
  const format = useFormatter();
  const count = useCount();
  const part = progress && progress.of > 0 ? Math.min(1, progress.done / progress.of) : undefined;
  const title =
    progress?.step === 'checking'
      ? t('checking', { done: count(progress.done), of: count(progress.of) })
      : part === undefined
        ? t('reading')
        : t('readingOf', { percent: format.number(part, { style: 'percent' }) });
  return (
    <Grid as="section" gap={16} className={classes.card}>
      <PartTitle isHidden>{words('READING')}</PartTitle>
      <ProgressLine title={title} note={t('leave')} part={part} />
      {progress?.rows !== undefined && progress.faulty !== undefined && (
        <Text tone="soft">
          {edit('counts', { right: count(progress.rows - progress.faulty), faulty: count(progress.faulty) })}
        </Text>
      )}
    </Grid>
  );
}
