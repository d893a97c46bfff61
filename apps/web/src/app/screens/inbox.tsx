/** `/inbox?view=…&approval=…`. */
import { inboxViews } from '@calmly/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { InboxPage } from '../../features/approvals/index.ts';
import { useTranslations } from '../../i18n/index.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export function InboxScreen() {
  const t = useTranslations('approvals');
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/inbox' });
  const view = inboxViews.find((name) => name === search.view) ?? inboxViews[0];
  return (
    <>
      <PageHeader title={t('title')} />
      <InboxPage
        key={view}
        view={view}
        openId={search.approval}
        onShow={(next, approval, replace = false) =>
          void navigate({
            to: '/inbox',
            search: { ...(next !== inboxViews[0] && { view: next }), ...(approval && { approval }) },
            replace,
            resetScroll: false,
          })
        }
      />
    </>
  );
}
