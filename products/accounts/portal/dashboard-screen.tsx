/** `/dashboard`. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { DashboardPage } from './dashboard/index.ts';

export function DashboardScreen() {
  const t = useTranslations('dashboard');
  return (
    <>
      <PageHeader title={t('title')} />
      <DashboardPage />
    </>
  );
}
