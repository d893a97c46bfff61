/** `/payments`: the list and the tabs beside it. Search params are checked by the tab that uses them: unreadable ones are dropped. */
import { useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { PaymentsPage } from '../../features/payments/index.ts';

const beside = {
  scheduled: lazy(async () => ({ default: (await import('../../features/orders/tab.ts')).ScheduledTab })),
  requests: lazy(async () => ({ default: (await import('../../features/requests/tab.ts')).RequestsTab })),
};

export function PaymentsScreen() {
  return <PaymentsPage search={useSearch({ from: '/shell/payments' })} beside={beside} />;
}
