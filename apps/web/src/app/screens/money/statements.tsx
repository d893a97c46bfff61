/** `/statements?account=…&from=…&to=…`, and `/statements/year?year=…&account=…&currency=…`. */
import { useSearch } from '@tanstack/react-router';
import { StatementScreens, StatementsPage, YearPage } from '../../../features/statements/index.ts';
import { useTranslations } from '../../../i18n/index.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

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
