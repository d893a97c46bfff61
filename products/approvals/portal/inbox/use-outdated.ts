/** Which payouts in the list can only be rejected, because a payee has changed since the request: the bank would refuse the last approval. */
import type { Approval } from '@calmly/contract';
import { useQueries } from '@tanstack/react-query';
import { reviewQuery } from '../queries.ts';

/** Their ids. Asks for each payout that this person may decide on. */
export function useOutdated(approvals: readonly Approval[]): ReadonlySet<string> {
  const payouts = approvals.filter(({ kind, canDecide }) => kind === 'payout' && canDecide);
  const outdated = useQueries({
    queries: payouts.map((approval) => reviewQuery(approval)),
    combine: (reviews) => reviews.map(({ data }) => data?.isOutdated === true),
  });
  return new Set(payouts.flatMap(({ id }, place) => (outdated[place] ? [id] : [])));
}
