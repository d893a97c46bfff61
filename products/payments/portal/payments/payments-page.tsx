/**
 * `/payments`: payments, requests, scheduled payments, bookkeeping. Each is a tab with its own address (`?tab=`; the list of payments has none) and
 * is loaded when it is opened. The page reads its own search params and sets the title.
 */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { TabLinks } from '@calmly/ui/tab-links.tsx';
import { Link } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import type { PaymentsTabProps } from './list/payments-tab.tsx';

const List = lazy(async () => ({ default: (await import('./list/payments-tab.tsx')).PaymentsTab }));

const besideTabs = ['scheduled', 'requests', 'bookkeeping'] as const;
type BesideTab = (typeof besideTabs)[number];

interface PaymentsPageProps extends PaymentsTabProps {
  /** The tabs beside the list, which are other features. */
  readonly beside: Readonly<Record<BesideTab, ComponentType<PaymentsTabProps>>>;
}

export function PaymentsPage({ search, beside }: PaymentsPageProps) {
  const t = useTranslations('payments.tabs');
  const payments = useTranslations('payments');
  const open = besideTabs.find((tab) => tab === search.tab) ?? 'all';
  const Panel = open === 'all' ? List : beside[open];
  return (
    <Stack gap={16} shrink>
      <TabLinks label={t('label')} open={open}>
        {(['all', ...besideTabs] as const).map((name) => (
          <Link
            key={name}
            to="/payments"
            search={name === 'all' ? {} : { tab: name }}
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={name === open ? 'page' : undefined}
          >
            {t(name)}
          </Link>
        ))}
      </TabLinks>
      <Suspense
        fallback={
          <>
            <PageHeader title={payments('title')} />
            <ListShape label={t(open)} rows={8} />
          </>
        }
      >
        <Panel search={search} />
      </Suspense>
    </Stack>
  );
}
