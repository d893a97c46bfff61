/** `/dashboard`. */
import { DashboardPage } from '../../../features/dashboard/index.ts';
import { useTranslations } from '../../../i18n/index.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

export function DashboardScreen() {
  const t = useTranslations('dashboard');
  return (
    <>
      <PageHeader title={t('title')} />
      <DashboardPage />
    </>
  );
}
