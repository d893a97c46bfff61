/** `/payments/payouts/{id}`. */

import { useParams, useSearch } from '@tanstack/react-router';
import { PayoutsOffered } from './index.ts';
import { PayoutPage } from './payout.ts';

export function PayoutScreen() {
  const { id } = useParams({ from: '/shell/payments/payouts/$id' });
  const { step, warning } = useSearch({ from: '/shell/payments/payouts/$id' });
  return (
    <PayoutsOffered>
      <PayoutPage key={id} id={id} step={step} warning={warning} />
    </PayoutsOffered>
  );
}
