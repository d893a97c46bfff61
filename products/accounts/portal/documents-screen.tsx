/** `/documents?kind=…&from=…&to=…&search=…`. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { DocumentsPage } from './documents/index.ts';

export function DocumentsScreen() {
  const t = useTranslations('documents');
  return (
    <>
      <PageHeader title={t('title')} />
      <DocumentsPage />
    </>
  );
}
