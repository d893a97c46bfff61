/**
 * `/payments`: what moved, what is asked for, what is to come. Each part is a tab with an address of its own (`?tab=`; the list of
 * payments has none) and is loaded when it is opened. It reads its own search params and gives the page its title.
 */
import { Link } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import type { PaymentsTabProps } from './list/payments-tab.tsx';
import classes from './payments-page.module.css';

interface Tab {
  readonly name: 'all' | 'scheduled' | 'requests';
  readonly Panel: ComponentType<PaymentsTabProps>;
}

const list: Tab = {
  name: 'all',
  Panel: lazy(async () => ({ default: (await import('./list/payments-tab.tsx')).PaymentsTab })),
};
const requests: Tab = {
  name: 'requests',
  Panel: lazy(async () => ({ default: (await import('../requests/tab.ts')).RequestsTab })),
};
const scheduled: Tab = {
  name: 'scheduled',
  Panel: lazy(async () => ({ default: (await import('../orders/tab.ts')).ScheduledTab })),
};
const tabs: readonly Tab[] = [list, scheduled, requests];

export function PaymentsPage({ search }: PaymentsTabProps) {
  const t = useTranslations('payments.tabs');
  const { name: open, Panel } = tabs.find(({ name }) => name === search.tab) ?? list;
  return (
    <div className={classes.page}>
      {tabs.length > 1 && (
        <TabLinks label={t('label')} open={open}>
          {tabs.map(({ name }) => (
            <Link
              key={name}
              to="/payments"
              search={name === list.name ? {} : { tab: name }}
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={name === open ? 'page' : undefined}
            >
              {t(name)}
            </Link>
          ))}
        </TabLinks>
      )}
      <Suspense fallback={<div className={classes.shape} role="status" aria-label={t(open)} />}>
        <Panel search={search} />
      </Suspense>
    </div>
  );
}
