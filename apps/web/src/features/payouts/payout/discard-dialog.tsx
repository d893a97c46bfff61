/** Asks before a payout is deleted. */
import type { PayoutDetails } from '@calmly/contract';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from '../../../i18n/index.tsx';
import { useNavigateUnlessLeft } from '../../../shared/navigation/navigate-unless-left.ts';
import { ProblemNotice } from '../../../shared/problem-notice.tsx';
import { ConfirmDialog } from '../../../ui/layers/dialog.tsx';
import { showSnackbar } from '../../../ui/layers/snackbar.tsx';
import { discardMutation } from '../queries.ts';

export function DiscardDialog({ payout, onClose }: { payout: PayoutDetails; onClose: () => void }) {
  const t = useTranslations('payouts.discard');
  const navigate = useNavigateUnlessLeft();
  const discarding = useMutation(discardMutation);
  const { rows } = payout.summary;
  return (
    <ConfirmDialog
      icon={<IconTrash aria-hidden="true" />}
      title={t('title')}
      text={rows > 0 ? t('text', { count: rows }) : t('empty')}
      problem={<ProblemNotice error={discarding.error} />}
      keep={t('keep')}
      confirm={t('confirm')}
      busy={discarding.isPending}
      onConfirm={() =>
        discarding.mutate(payout.id, {
          onSuccess: () => {
            showSnackbar(t('done'));
            void navigate({ to: '/payments/payouts' });
          },
        })
      }
      onCancel={onClose}
    />
  );
}
