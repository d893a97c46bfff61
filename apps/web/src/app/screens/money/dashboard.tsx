/** `/dashboard`. */

import { useTranslations } from '@calmly/portal-kit/i18n/index.tsx';
import { DashboardPage } from '@calmly/products/accounts/portal/dashboard/index.ts';
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
