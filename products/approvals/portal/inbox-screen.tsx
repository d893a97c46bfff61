/** `/inbox?view=…&approval=…`. */
import { inboxViews } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { useSearch } from '@tanstack/react-router';
import { InboxPage } from './index.ts';

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
