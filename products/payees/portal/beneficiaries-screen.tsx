/** `/beneficiaries` and `/beneficiaries/{id}`: the list and one payee beside it. */
import { createBeneficiary } from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { BeneficiariesPage } from './index.ts';

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
