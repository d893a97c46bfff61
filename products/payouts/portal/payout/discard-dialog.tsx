/** Asks before a payout is deleted. */
import type { PayoutDetails } from '@calmly/contract';
import { useNavigateUnlessLeft } from '@calmly/portal-kit/shared/navigation/navigate-unless-left.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
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
