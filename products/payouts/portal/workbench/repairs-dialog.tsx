/** Corrections of many rows, newest first, each with an undo button, and the rows that an undo left unchanged. */
import type { PayoutDetails, PayoutRepair } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { useMutation } from '@tanstack/react-query';
import classes from '../payout/dialogs.module.css';
import { PlainDialog } from '../payout/plain-dialog.tsx';
import { undoRepairMutation } from '../repairs.ts';
import { useCount } from '../words.tsx';

interface RepairsDialogProps {
  payout: PayoutDetails;
  onClose: () => void;
}

export function RepairsDialog({ payout, onClose }: RepairsDialogProps) {
  const t = useTranslations('payoutEditing.done');
  const undoing = useMutation(undoRepairMutation(payout.id, payout.version));
  const undo = (repairId: string) =>
    undoing.mutate(repairId, {
      onSuccess: ({ status, repairs: [newest] }) => {
        if (status === 'REPAIRING') onClose();
        else if (newest) showSnackbar(t('isUndone', { count: newest.rows }));
      },
    });
  return (
    <PlainDialog title={t('title')} text={t('text')} close={t('close')} onClose={onClose}>
      <ul className={classes.list}>
        {payout.repairs.map((repair) => (
          <Repair key={repair.id} repair={repair} busy={undoing.isPending} onUndo={() => undo(repair.id)} />
        ))}
      </ul>
      <ProblemNotice error={undoing.error} />
    </PlainDialog>
  );
}

interface RepairProps {
  repair: PayoutRepair;
  busy: boolean;
  onUndo: () => void;
}

/** Maximum number of unchanged rows that are named. */
const mostNamed = 10;

function Repair({ repair, busy, onUndo }: RepairProps) {
  const t = useTranslations('payoutEditing.done');
  const fields = useTranslations('payoutWords.field');
  const format = useFormatter();
  const count = useCount();
  const { isUndo, rows, createdBy: name, left, leftPositions } = repair;
  const what = t(`what.${repair.repair}`, { field: repair.field ? fields(repair.field) : '' });
  const when = format.dateTime(new Date(repair.createdAt), { dateStyle: 'medium', timeStyle: 'short' });
  const named = leftPositions.slice(0, mostNamed).map(count).join(', ');
  const positions = left > mostNamed ? t('leftMore', { rows: named, count: count(left - mostNamed) }) : named;
  return (
    <Inline as="li" gap={16} align="center" justify="between" className={classes.item}>
      <Grid shrink className={classes.itemText}>
        <strong>{isUndo ? t('undoOf', { what }) : what}</strong>
        <span className={classes.note}>
          {t('by', { count: rows, name, when })}
          {repair.state === 'CANCELED' && `, ${t('stopped')}`}
        </span>
        {left > 0 && <span className={classes.note}>{t('left', { count: left, rows: positions })}</span>}
      </Grid>
      {repair.canUndo ? (
        <Button size="s" busy={busy} aria-label={t('undoOf', { what })} onClick={onUndo}>
          {t('undo')}
        </Button>
      ) : (
        !isUndo && repair.state !== 'RUNNING' && <span className={classes.note}>{t('undone')}</span>
      )}
    </Inline>
  );
}
