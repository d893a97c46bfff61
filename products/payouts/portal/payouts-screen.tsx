/** `/payments/payouts`, finished payouts, and the upload. */

import { onDemand } from '@calmly/ui/on-demand.tsx';
import { useParams } from '@tanstack/react-router';
import { CreatePayoutPage, PayoutsOffered, PayoutsPage } from './index.ts';

const PayoutPage = onDemand(async () => (await import('./payout.ts')).PayoutPage);

export const PayoutsScreen = () => (
  <PayoutsOffered>
    <PayoutsPage state="open" />
  </PayoutsOffered>
);

/** Finished payouts, or one of them. */
export function OldPayoutsScreen() {
  const { id } = useParams({ from: '/shell/payments/payouts/old/{-$id}' });
  return (
    <PayoutsOffered>
      {id ? (
        <PayoutPage key={id} id={id} step={undefined} warning={undefined} />
      ) : (
        <PayoutsPage state="finished" />
      )}
    </PayoutsOffered>
  );
}

export const CreatePayoutScreen = () => (
  <PayoutsOffered>
    <CreatePayoutPage />
  </PayoutsOffered>
);
