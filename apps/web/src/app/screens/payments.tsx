/** `/payments?payment=…` and `/payments/create/{direction?}`. Their titles change with what they show, so they set them. */
import { useParams, useSearch } from '@tanstack/react-router';
import {
  CreatePaymentPage,
  createPaymentSearch,
  PaymentsPage,
  paymentsSearch,
} from '../../features/payments/index.ts';

export function PaymentsScreen() {
  const search = useSearch({ from: '/shell/payments' });
  return <PaymentsPage search={paymentsSearch.parse(search)} />;
}

export function CreatePaymentScreen() {
  const { direction } = useParams({ from: '/shell/payments/create/{-$direction}' });
  const search = useSearch({ from: '/shell/payments/create/{-$direction}' });
  return <CreatePaymentPage direction={direction} search={createPaymentSearch.parse(search)} />;
}
