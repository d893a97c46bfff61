/** `/dashboard`. */

import { DashboardPage } from '@calmly/products/accounts/portal/dashboard/index.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';

export function DashboardScreen() {
  const t = useTranslations('dashboard');
  return (
    <>
      <PageHeader title={t('title')} />
      <DashboardPage />
    </>
  );
}
