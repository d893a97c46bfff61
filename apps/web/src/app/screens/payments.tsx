/**
 * `/payments` and `/payments/create/{direction?}`: pay, ask for money (`incoming`) or exchange. Search params are checked here or by
 * the tab that uses them: unreadable ones are dropped.
 */
import { useParams, useSearch } from '@tanstack/react-router';
import { ExchangePage } from '../../features/exchange/index.ts';
import { CreatePaymentPage, createPaymentSearch, PaymentsPage } from '../../features/payments/index.ts';
import { CreateRequestPage } from '../../features/requests/index.ts';
import { text } from '../routes/root.ts';

export function PaymentsScreen() {
  return <PaymentsPage search={useSearch({ from: '/shell/payments' })} />;
}

const createRoute = '/shell/payments/create/{-$direction}';

export function CreatePaymentScreen() {
  const { direction } = useParams({ from: createRoute });
  const brought = useSearch({ from: createRoute });
  if (direction === 'exchange') return <ExchangePage from={text(brought.from)} to={text(brought.to)} />;
  const search = createPaymentSearch.parse(brought);
  if (direction === 'incoming') return <CreateRequestPage accountId={search.account} />;
  return <CreatePaymentPage search={search} />;
}
