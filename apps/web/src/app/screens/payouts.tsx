/** `/payments/payouts`, its finished ones, and the upload. */
import { CreatePayoutPage, PayoutsOffered, PayoutsPage } from '../../features/payouts/index.ts';

export const PayoutsScreen = () => (
  <PayoutsOffered>
    <PayoutsPage state="open" />
  </PayoutsOffered>
);

export const OldPayoutsScreen = () => (
  <PayoutsOffered>
    <PayoutsPage state="finished" />
  </PayoutsOffered>
);

export const CreatePayoutScreen = () => (
  <PayoutsOffered>
    <CreatePayoutPage />
  </PayoutsOffered>
);
