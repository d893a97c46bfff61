/** `/requisites?account=…`. */
import { useSearch } from '@tanstack/react-router';
import { RequisitesPage } from '../../../features/requisites/index.ts';
import { useTranslations } from '../../../i18n/index.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

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
