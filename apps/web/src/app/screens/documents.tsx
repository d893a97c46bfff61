/** `/documents?kind=…&from=…&to=…&search=…`. */

import { useTranslations } from '@calmly/portal-kit/i18n/index.tsx';
import { DocumentsPage } from '@calmly/products/accounts/portal/documents/index.ts';
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
