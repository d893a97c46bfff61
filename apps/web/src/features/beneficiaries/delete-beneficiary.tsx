/** Asks before a payee is deleted, and says what deleting does not undo. */
import type { Beneficiary } from '@calmly/contract';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
import { deleteMutation } from './queries.ts';

interface DeleteBeneficiaryProps {
  payee: Beneficiary;
  onKeep: () => void;
  onDeleted: () => void;
}

export function DeleteBeneficiary({ payee, onKeep, onDeleted }: DeleteBeneficiaryProps) {
  const t = useTranslations('beneficiaries');
  const problemText = useProblemText();
  const deletion = useMutation(deleteMutation(payee.id));
  const done = () => {
    showSnackbar(t('deleted', { name: payee.name }));
    onDeleted();
  };
  return (
    <ConfirmDialog
      icon={<IconTrash aria-hidden="true" />}
      title={t('deleteTitle', { name: payee.name })}
      text={
        <>
          {t('deleteText')}
          {deletion.isError && <Notice tone="refusal">{problemText(deletion.error)}</Notice>}
        </>
      }
      onCancel={onKeep}
      actions={
        <>
          <Button size="l" onClick={onKeep}>
            {t('keep')}
          </Button>
          <Button
            size="l"
            variant="danger"
            busy={deletion.isPending}
            onClick={() => deletion.mutate(undefined, { onSuccess: done })}
          >
            {t('delete')}
          </Button>
        </>
      }
    />
  );
}
