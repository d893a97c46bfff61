/** `/statements?account=…&from=…&to=…`. */
import { useSearch } from '@tanstack/react-router';
import { StatementsPage } from '../../../features/statements/index.ts';
import { useTranslations } from '../../../i18n/index.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

export function StatementsScreen() {
  const t = useTranslations('statements');
  const { account } = useSearch({ from: '/shell/statements' });
  return (
    <>
      <PageHeader title={t('title')} />
      <StatementsPage accountId={account} />
    </>
  );
}
