/** `/beneficiaries`, `/beneficiaries/add`, `/beneficiaries/{id}` and what changes one: its details, its accounts. */
import { createBeneficiary } from '@calmly/contract';
import { IconPlus } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import {
  AccountPage,
  AddBeneficiaryPage,
  BeneficiariesPage,
  EditBeneficiaryPage,
} from '../../features/beneficiaries/index.ts';
import { useTranslations } from '../../i18n/index.tsx';
import { NeedsRight } from '../../shared/needs-right.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function BeneficiariesScreen() {
  const t = useTranslations('beneficiaries');
  const filters = useSearch({ from: '/shell/beneficiaries' });
  const open = useParams({ from: '/shell/beneficiaries/$id', shouldThrow: false });
  return (
    <>
      <PageHeader
        title={t('title')}
        phoneAction={
          <NeedsRight endpoint={createBeneficiary} label={t('add')} iconOnly align="end">
            <ButtonLink
              to="/beneficiaries/add"
              variant="accent"
              icon={<IconPlus aria-hidden="true" />}
              aria-label={t('add')}
            />
          </NeedsRight>
        }
      />
      <BeneficiariesPage filters={filters} openId={open?.id} />
    </>
  );
}

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
  return (
    <>
      <PageHeader title={t('editAccountTitle')} />
      <AccountPage id={id} index={Number(index)} />
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
