/** `/payments/payouts/{id}`. */

import { PayoutsOffered } from '@calmly/products/payouts/portal/index.ts';
import { PayoutPage } from '@calmly/products/payouts/portal/payout.ts';
import { useParams, useSearch } from '@tanstack/react-router';

export function PayoutScreen() {
  const { id } = useParams({ from: '/shell/payments/payouts/$id' });
  const { step, warning } = useSearch({ from: '/shell/payments/payouts/$id' });
  return (
    <PayoutsOffered>
      <PayoutPage key={id} id={id} step={step} warning={warning} />
    </PayoutsOffered>
  );
}
