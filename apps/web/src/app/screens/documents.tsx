/** `/documents?kind=…&from=…&to=…&search=…`. */
import { DocumentsPage } from '../../features/documents/index.ts';
import { useTranslations } from '../../i18n/index.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function DocumentsScreen() {
  const t = useTranslations('documents');
  return (
    <>
      <PageHeader title={t('title')} />
      <DocumentsPage />
    </>
  );
}
