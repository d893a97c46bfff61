/** Shown while many rows are being corrected: the progress, and a button to stop. */
import type { PayoutDetails } from '@calmly/contract';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { ProgressLine } from '@calmly/portal-kit/shared/files/progress-line.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { useMutation } from '@tanstack/react-query';
import { stopRepairMutation } from '../repairs.ts';
import { useCount } from '../words.tsx';
import { PartTitle } from './part-title.tsx';
import classes from './payout.module.css';

export function Repairing({ payout: { id, progress, repairs } }: { payout: PayoutDetails }) {
  const t = useTranslations('payoutEditing.running');
  const words = useTranslations('payoutWords.status');
  const count = useCount();
  const stopping = useMutation(stopRepairMutation(id));
  const { done, of } = progress ?? { done: 0, of: 0 };
  const isUndo = repairs.some(({ state, isUndo: undoes }) => state === 'RUNNING' && undoes);
  const stop = () =>
    stopping.mutate(undefined, { onSuccess: () => showSnackbar(t('stopped')), onError: showFailure });
  return (
    <Grid as="section" gap={16} className={classes.card}>
      <PartTitle isHidden>{words('REPAIRING')}</PartTitle>
      <ProgressLine
        title={t(isUndo ? 'undoing' : 'title', { done: count(done), of: count(of) })}
        note={t('text')}
        part={of > 0 ? Math.min(1, done / of) : undefined}
      />
      <Inline wrap gap={8}>
        <Button busy={stopping.isPending} onClick={stop}>
          {t('stop')}
        </Button>
      </Inline>
    </Grid>
  );
}
