/** The layout of the account recovery pages, with its own query cache. */

import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';

export function ReturningLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
