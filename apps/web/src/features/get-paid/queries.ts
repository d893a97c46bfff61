/** What the link of a public page says; null when it leads nowhere. */
import { ApiProblem, getPayPage } from '@calmly/contract';
import { queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';

export const payPageQuery = (token: string) =>
  queryOptions({
    queryKey: ['pay-page', token],
    queryFn: async ({ signal }) => {
      try {
        return await bank.call(getPayPage, { params: { token } }, { signal });
      } catch (error) {
        if (error instanceof ApiProblem && error.status === 404) return null;
        throw error;
      }
    },
  });
