/** The footer of an approval: approve, reject or withdraw; or why the person cannot, and who can. */
import type { Approval } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reviewQuery } from '../queries.ts';
import classes from './inbox.module.css';
import { RecallDialog } from './recall-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useDecisions } from './use-decisions.ts';

interface ApprovalActionsProps {
  approval: Approval;
  /** False if the subject itself can be withdrawn, such as a payment that can be cancelled. */
  recallable?: boolean;
  /** Called when the bank has answered this person's decision. */
  onDecided?: () => void;
}

export function ApprovalActions({ approval, recallable = true, onDecided }: ApprovalActionsProps) {
  const t = useTranslations('approvals');
  const [asking, setAsking] = useState<'reject' | 'recall'>();
  const decisions = useDecisions(() => {
    setAsking(undefined);
    onDecided?.();
  });
  const { kind, steps, canDecide, bar, facts } = approval;
  // The bank refuses the last approval of a payout whose payees have changed, as the warnings explain.
  const isOutdated = useQuery(reviewQuery(approval)).data?.isOutdated === true;
  const canApprove = canDecide && !isOutdated;
  const canRecall = approval.canRecall && recallable;
  const isLast = !steps.some(({ state }) => state === 'LATER');
  const { problem } = decisions;
  const says = canApprove
    ? t(!isLast ? 'after.next' : kind === 'payout' && facts.payOn ? 'after.payoutLater' : `after.${kind}`)
    : bar && bar !== 'closed'
      ? t(`bars.${bar}`)
      : undefined;
  // The dialog stays open until it has confirmed that the request is withdrawn.
  if (!says && !canDecide && !canRecall && !problem && asking !== 'recall') return null;
  return (
    <Stack gap={12} className={classes.actions}>
      {problem && asking !== 'reject' && <Notice tone="refusal">{problem}</Notice>}
      {says && (
        <Text size={13} tone="soft">
          {says}
        </Text>
      )}
      {canDecide && (
        <Grid gap={12} className={classes.buttons}>
          <Button onClick={() => setAsking('reject')}>{t('reject')}</Button>
          {canApprove && (
            <Button
              variant="accent"
              icon={<IconCheck aria-hidden="true" />}
              busy={decisions.pending === 'APPROVE'}
              onClick={() => decisions.decide([approval], 'APPROVE')}
            >
              {t(decisions.pending === 'APPROVE' ? 'approving' : 'approve')}
            </Button>
          )}
        </Grid>
      )}
      {canRecall && (
        <Button icon={<IconArrowBackUp aria-hidden="true" />} onClick={() => setAsking('recall')}>
          {t('recall')}
        </Button>
      )}
      {asking === 'reject' && (
        <RejectDialog approvals={[approval]} decisions={decisions} onClose={() => setAsking(undefined)} />
      )}
      {asking === 'recall' && <RecallDialog approval={approval} onClose={() => setAsking(undefined)} />}
    </Stack>
  );
}
