/** `/requisites?account=…`. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { useSearch } from '@tanstack/react-router';
import { RequisitesPage } from './requisites/index.ts';

export function RequisitesScreen() {
  const t = useTranslations('requisites');
  const { account } = useSearch({ from: '/shell/requisites' });
  return (
    <>
      <PageHeader title={t('title')} />
      <RequisitesPage accountId={account} />
    </>
  );
}
