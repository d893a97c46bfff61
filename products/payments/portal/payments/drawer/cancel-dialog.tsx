/** Asks before a payment is cancelled, naming amount and payee; says if it is too late. */
import type { PaymentDetails } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { cancelMutation } from '../queries.ts';

export function CancelDialog({ payment, onClose }: { payment: PaymentDetails; onClose: () => void }) {
  const t = useTranslations('payments.drawer');
  const cancel = useMutation(cancelMutation(payment.id));
  const done = () => {
    showSnackbar(t('canceled'));
    onClose();
  };
  return (
    <ConfirmDialog
      icon={<IconArrowBackUp aria-hidden="true" />}
      title={t('cancelTitle')}
      text={t('cancelText', {
        amount: amountText(payment.amount, payment.currency),
        name: payment.counterpartyName,
        account: payment.accountName,
      })}
      problem={<ProblemNotice error={cancel.error} />}
      keep={t('cancelKeep')}
      confirm={cancel.isPending ? t('canceling') : t('cancelDo')}
      variant="accent"
      busy={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: done })}
      onCancel={onClose}
    />
  );
}
