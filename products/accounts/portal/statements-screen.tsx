/** `/statements?account=…&from=…&to=…`, and `/statements/year?year=…&account=…&currency=…`. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { useSearch } from '@tanstack/react-router';
import { StatementScreens, StatementsPage, YearPage } from './statements/index.ts';

export function StatementsScreen() {
  const t = useTranslations('statements');
  const { account } = useSearch({ from: '/shell/statements' });
  return (
    <>
      <PageHeader title={t('title')} />
      <StatementScreens open="period" />
      <StatementsPage accountId={account} />
    </>
  );
}

export function YearScreen() {
  const t = useTranslations('statements.year');
  return (
    <>
      <PageHeader title={t('title')} />
      <StatementScreens open="year" />
      <YearPage />
    </>
  );
}
