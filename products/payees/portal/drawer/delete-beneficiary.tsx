/** Asks before a payee is deleted, and lists the orders that stop with it. */
import type { Beneficiary } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { DependingOrders, dependingQuery } from '../../../payments/portal/orders/index.ts';
import { deleteMutation } from '../queries.ts';

interface DeleteBeneficiaryProps {
  payee: Beneficiary;
  onKeep: () => void;
  onDeleted: () => void;
}

export function DeleteBeneficiary({ payee, onKeep, onDeleted }: DeleteBeneficiaryProps) {
  const t = useTranslations('beneficiaries');
  const deletion = useMutation(
    deleteMutation(payee.id, () => {
      showSnackbar(t('deleted', { name: payee.name }));
      onDeleted();
    }),
  );
  const orders = useQuery(dependingQuery({ beneficiaryId: payee.id }));
  const stopping = orders.data ?? [];
  return (
    <ConfirmDialog
      icon={<IconTrash aria-hidden="true" />}
      title={t('deleteTitle', { name: payee.name })}
      text={t('deleteText')}
      problem={<ProblemNotice error={deletion.error} />}
      onCancel={onKeep}
      keep={t('keep')}
      choice={stopping.length > 0 && <DependingOrders orders={stopping} />}
      confirm={t('deleteAndStop', { count: stopping.length })}
      busy={deletion.isPending || orders.isFetching}
      onConfirm={() => deletion.mutate(stopping)}
    />
  );
}
