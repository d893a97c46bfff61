/** `/payments` and `/payments/create/{direction?}`. Search params are checked here or by the tab that uses them: unreadable ones are dropped. */
import { useParams, useSearch } from '@tanstack/react-router';
import { CreatePaymentPage, createPaymentSearch, PaymentsPage } from '../../features/payments/index.ts';

export function PaymentsScreen() {
  return <PaymentsPage search={useSearch({ from: '/shell/payments' })} />;
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
