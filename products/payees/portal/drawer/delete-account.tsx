/** Asks before a bank account of a payee is removed. The last one cannot be removed; delete the payee instead. */
import { type Beneficiary, isSentForApproval } from '@calmly/contract';
import { shortIban } from '@calmly/domain';
import { useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { keepDetail } from '../account-kind.ts';
import { accountsMutation } from '../queries.ts';

interface DeleteAccountProps {
  payee: Beneficiary;
  index: number;
  onClose: () => void;
}

export function DeleteAccount({ payee: newest, index, onClose }: DeleteAccountProps) {
  // The account that was chosen, though the list may change behind the question.
  const { base: payee } = useEditBase(newest);
  const t = useTranslations('beneficiaries');
  const removal = useMutation(accountsMutation(payee));
  const tellSent = useTellSent();
  const detail = payee.bankDetails[index];
  const account = shortIban(detail?.iban ?? detail?.accountNumber ?? '');
  const remove = () =>
    removal.mutate(payee.bankDetails.map(keepDetail).toSpliced(index, 1), {
      onSuccess: (answer) => {
        if (isSentForApproval(answer)) tellSent(answer);
        else showSnackbar(t('accountRemoved', { account }));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      icon={<IconTrash aria-hidden="true" />}
      title={t('removeTitle', { account })}
      text={t('removeText', { name: payee.name })}
      problem={<ProblemNotice error={removal.error} />}
      onCancel={onClose}
      keep={t('keep')}
      confirm={t('remove')}
      busy={removal.isPending}
      onConfirm={remove}
    />
  );
}
