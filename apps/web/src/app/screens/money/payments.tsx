/** `/payments`: the list and the tabs beside it. The tab that uses a search param checks it and drops it if it is invalid. */

import { PaymentsPage } from '@calmly/products/payments/portal/payments/index.ts';
import { useSearch } from '@tanstack/react-router';
import { lazy } from 'react';

const beside = {
  scheduled: lazy(async () => ({
    default: (await import('@calmly/products/payments/portal/orders/tab.ts')).ScheduledTab,
  })),
  bookkeeping: lazy(async () => ({
    default: (await import('@calmly/products/insight/portal/bookkeeping/tab.ts')).BookkeepingTab,
  })),
  requests: lazy(async () => ({
    default: (await import('@calmly/products/payments/portal/requests/tab.ts')).RequestsTab,
  })),
};

export function PaymentsScreen() {
  return <PaymentsPage search={useSearch({ from: '/shell/payments' })} beside={beside} />;
}
