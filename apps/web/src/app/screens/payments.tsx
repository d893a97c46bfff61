/** `/payments`. Search params are checked by the tab that uses them: unreadable ones are dropped. */
import { useSearch } from '@tanstack/react-router';
import { PaymentsPage } from '../../features/payments/index.ts';

export function PaymentsScreen() {
  return <PaymentsPage search={useSearch({ from: '/shell/payments' })} />;
}
