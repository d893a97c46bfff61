/** Around the pages that lead back in: what they ask the bank is remembered while they are open, and nothing else is there to. */
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { queryClient } from '../../session/query-client.ts';

export function ReturningLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
