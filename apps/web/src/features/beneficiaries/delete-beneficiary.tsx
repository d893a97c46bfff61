/** Asks before a payee is deleted, and says what deleting does not undo. */
import type { Beneficiary } from '@calmly/contract';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/index.tsx';
import { ProblemNotice } from '../../session/problem-notice.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { deleteMutation } from './queries.ts';

interface DeleteBeneficiaryProps {
  payee: Beneficiary;
  onKeep: () => void;
  onDeleted: () => void;
}

export function DeleteBeneficiary({ payee, onKeep, onDeleted }: DeleteBeneficiaryProps) {
  const t = useTranslations('beneficiaries');
  const deletion = useMutation(deleteMutation(payee.id));
  const done = () => {
    showSnackbar(t('deleted', { name: payee.name }));
    onDeleted();
  };
  return (
    <ConfirmDialog
      icon={<IconTrash aria-hidden="true" />}
      title={t('deleteTitle', { name: payee.name })}
      text={t('deleteText')}
      problem={<ProblemNotice error={deletion.error} />}
      onCancel={onKeep}
      keep={t('keep')}
      confirm={t('delete')}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate(undefined, { onSuccess: done })}
    />
  );
}
