/** The transfer fees; the rest of the price list is shared. */
import { getTransferFees } from '@calmly/contract';
import { queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';

export const transferFeesQuery = (currency: string) =>
  queryOptions({
    queryKey: ['fees', 'transfers', currency],
    queryFn: ({ signal }) => bank.call(getTransferFees, { query: { currency } }, { signal }),
    staleTime: 10 * 60_000,
  });
