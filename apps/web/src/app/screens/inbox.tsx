/** `/inbox?view=…&approval=…`. */
import { inboxViews } from '@calmly/contract';
import { useSearch } from '@tanstack/react-router';
import { InboxPage } from '../../features/approvals/index.ts';
import { useTranslations } from '../../i18n/index.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function InboxScreen() {
  const t = useTranslations('approvals');
  const search = useSearch({ from: '/shell/inbox' });
  const view = inboxViews.find((name) => name === search.view) ?? inboxViews[0];
  return (
    <>
      <PageHeader title={t('title')} />
      <InboxPage key={view} view={view} openId={search.approval} />
    </>
  );
}
