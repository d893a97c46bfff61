/**
 * Server state. The first element of every query key is its topic, the same word that live hints use: `payments`, `accounts`,
 * `beneficiaries`, `client` (the profile and onboarding). A hint refetches every query of the topic.
 *
 *     queryOptions({ queryKey: ['payments', 'list', filters], queryFn: ({ signal }) => bank.call(listPayments, …, { signal }) })
 */
import { ApiProblem } from '@calmly/contract';
import { QueryClient, type QueryKey } from '@tanstack/react-query';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Hints report stale data; this is for when no hint arrived.
      staleTime: 30_000,
      // The client itself retries calls that are worth it.
      retry: false,
      refetchOnWindowFocus: true,
      throwOnError: (error) => !(error instanceof ApiProblem),
    },
    mutations: { retry: false },
  },
});

/**
 * Stores the answer of a change as the current state. A read that began before the change is dropped, because it may arrive later with the old
 * state.
 */
export async function keepAnswer<Answer>(
  client: QueryClient,
  { queryKey }: { readonly queryKey: QueryKey },
  answer: Answer,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, answer);
}
