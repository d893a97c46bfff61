/** Asks before somebody takes back what they asked for. */
import type { Approval } from '@calmly/contract';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from '../../../i18n/index.tsx';
import { useProblemText } from '../../../session/problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { showSnackbar } from '../../../ui/snackbar.tsx';
import { Notice } from '../../../ui/surface.tsx';
import { recallMutation } from '../queries.ts';
import { useApprovalTitle } from './approval-words.tsx';

export function RecallDialog({ approval, onClose }: { approval: Approval; onClose: () => void }) {
  const t = useTranslations('approvals');
  const problemText = useProblemText();
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
      text={
        <>
          {t('recallText', { title })}
          {recall.isError && <Notice tone="refusal">{problemText(recall.error)}</Notice>}
        </>
      }
      onCancel={onClose}
      actions={
        <>
          <Button size="l" onClick={onClose}>
            {t('recallKeep')}
          </Button>
          <Button
            size="l"
            variant="accent"
            busy={recall.isPending}
            onClick={() => recall.mutate(approval.id, { onSuccess: done })}
          >
            {t('recall')}
          </Button>
        </>
      }
    />
  );
}
