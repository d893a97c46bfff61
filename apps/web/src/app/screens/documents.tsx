/** `/documents?kind=…&from=…&to=…&search=…`. */

import { DocumentsPage } from '@calmly/products/accounts/portal/documents/index.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';

export function DocumentsScreen() {
  const t = useTranslations('documents');
  return (
    <>
      <PageHeader title={t('title')} />
      <DocumentsPage />
    </>
  );
}
