/** `/payments` and `/payments/create/{direction?}`: pay, or (`incoming`) ask for money. Search params are checked here or by the tab that uses them: unreadable ones are dropped. */
import { useParams, useSearch } from '@tanstack/react-router';
import { CreatePaymentPage, createPaymentSearch, PaymentsPage } from '../../features/payments/index.ts';
import { CreateRequestPage } from '../../features/requests/index.ts';

export function PaymentsScreen() {
  return <PaymentsPage search={useSearch({ from: '/shell/payments' })} />;
}

const createRoute = '/shell/payments/create/{-$direction}';

export function CreatePaymentScreen() {
  const { direction } = useParams({ from: createRoute });
  const search = createPaymentSearch.parse(useSearch({ from: createRoute }));
  if (direction === 'incoming') return <CreateRequestPage accountId={search.account} />;
  return <CreatePaymentPage search={search} />;
}
