/** `/beneficiaries/add` and the forms that change a payee: its details, its accounts. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { useParams, useSearch } from '@tanstack/react-router';
import { AccountPage, AddBeneficiaryPage, EditBeneficiaryPage } from './index.ts';

export function AddBeneficiaryScreen() {
  const t = useTranslations('beneficiaries');
  const { next } = useSearch({ from: '/shell/beneficiaries/add' });
  return (
    <>
      <PageHeader title={t('add')} />
      <AddBeneficiaryPage returnToPayment={next === 'payment'} />
    </>
  );
}

export function AddAccountScreen() {
  const t = useTranslations('beneficiaries');
  const { id } = useParams({ from: '/shell/beneficiaries/$id/add-account' });
  return (
    <>
      <PageHeader title={t('addAccount')} />
      <AccountPage id={id} />
    </>
  );
}

export function EditAccountScreen() {
  const t = useTranslations('beneficiaries');
  const { id, index } = useParams({ from: '/shell/beneficiaries/$id/accounts/$index' });
  const { version } = useSearch({ from: '/shell/beneficiaries/$id/accounts/$index' });
  return (
    <>
      <PageHeader title={t('editAccountTitle')} />
      <AccountPage id={id} chosen={{ index: Number(index), version }} />
    </>
  );
}

export function EditBeneficiaryScreen() {
  const t = useTranslations('beneficiaries');
  const { id } = useParams({ from: '/shell/beneficiaries/$id/edit' });
  const { next } = useSearch({ from: '/shell/beneficiaries/$id/edit' });
  return (
    <>
      <PageHeader title={t('editTitle')} />
      <EditBeneficiaryPage id={id} returnToPayment={next === 'payment'} />
    </>
  );
}
