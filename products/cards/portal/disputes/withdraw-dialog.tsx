/** Asks before a dispute is withdrawn. */
import type { CardTransaction, Dispute } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { withdrawDisputeMutation } from '../queries.ts';

interface WithdrawDialogProps {
  row: CardTransaction;
  dispute: Dispute;
  onClose: () => void;
}

export function WithdrawDialog({ row, dispute, onClose }: WithdrawDialogProps) {
  const t = useTranslations('cardDisputes.withdraw');
  const withdraw = useMutation({
    ...withdrawDisputeMutation(row.id),
    onSuccess: () => {
      showSnackbar(t('done'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      icon={<IconArrowBackUp aria-hidden="true" />}
      title={t('title')}
      text={t('text', { amount: amountText(dispute.amount, row.currency), name: row.merchantName })}
      problem={<ProblemNotice error={withdraw.error} />}
      keep={t('keep')}
      confirm={t('confirm')}
      variant="accent"
      busy={withdraw.isPending}
      onConfirm={() => withdraw.mutate()}
      onCancel={onClose}
    />
  );
}
