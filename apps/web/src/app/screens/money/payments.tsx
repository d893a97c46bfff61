/** `/payments`: the list and the tabs beside it. The tab that uses a search param checks it and drops it if it is invalid. */
import { useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { PaymentsPage } from '../../../features/payments/index.ts';

const beside = {
  scheduled: lazy(async () => ({ default: (await import('../../../features/orders/tab.ts')).ScheduledTab })),
  bookkeeping: lazy(async () => ({
    default: (await import('../../../features/bookkeeping/tab.ts')).BookkeepingTab,
  })),
  requests: lazy(async () => ({ default: (await import('../../../features/requests/tab.ts')).RequestsTab })),
};

export function PaymentsScreen() {
  return <PaymentsPage search={useSearch({ from: '/shell/payments' })} beside={beside} />;
}
