/** Asks before a person withdraws their request. */
import type { Approval } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { recallMutation } from '../queries.ts';
import { useApprovalTitle } from './approval-words.tsx';

export function RecallDialog({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const t = useTranslations('approvals');
  const title = useApprovalTitle()(approval);
  const recall = useMutation(recallMutation);
  const done = () => {
    showSnackbar(t('recalled'));
    onClose();
  };
  return (
    <ConfirmDialog
      icon={<IconArrowBackUp aria-hidden="true" />}
      title={t('recallTitle')}
      text={t('recallText', { title })}
      problem={<ProblemNotice error={recall.error} />}
      onCancel={onClose}
      keep={t('recallKeep')}
      confirm={t('recall')}
      variant="accent"
      busy={recall.isPending}
      onConfirm={() => recall.mutate(approval.id, { onSuccess: done })}
    />
  );
}
