/** `/payments/create/{direction?}`: pay, request money (`incoming`) or exchange, each loaded when it is opened. */

import { text } from '@calmly/portal-kit/routing/root.ts';
import { useParams, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';

const Exchange = lazy(async () => ({
  default: (await import('./exchange/index.ts')).ExchangePage,
}));
const Request = lazy(async () => ({
  default: (await import('./requests/create.ts')).CreateRequestPage,
}));
const Pay = lazy(async () => {
  const { CreatePaymentPage, createPaymentSearch } = await import('./payments/create.ts');
  return {
    default: ({ brought }: { brought: Record<string, unknown> }) => (
      <CreatePaymentPage search={createPaymentSearch.parse(brought)} />
    ),
  };
});

const route = '/shell/payments/create/{-$direction}';

export function CreatePaymentScreen() {
  const { direction } = useParams({ from: route });
  const brought = useSearch({ from: route });
  if (direction === 'exchange') return <Exchange from={text(brought.from)} to={text(brought.to)} />;
  if (direction === 'incoming') return <Request accountId={text(brought.account)} />;
  return <Pay brought={brought} />;
}
