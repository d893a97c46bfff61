/** `/payments` and `/payments/create/{direction?}`. The search params are checked here: unreadable ones are dropped. */
import { useParams, useSearch } from '@tanstack/react-router';
import {
  CreatePaymentPage,
  createPaymentSearch,
  PaymentsPage,
  paymentsSearch,
} from '../../features/payments/index.ts';

export function PaymentsScreen() {
  return <PaymentsPage search={paymentsSearch.parse(useSearch({ from: '/shell/payments' }))} />;
}

const createRoute = '/shell/payments/create/{-$direction}';

export function CreatePaymentScreen() {
  const { direction } = useParams({ from: createRoute });
  return (
    <CreatePaymentPage
      direction={direction}
      search={createPaymentSearch.parse(useSearch({ from: createRoute }))}
    />
  );
}
