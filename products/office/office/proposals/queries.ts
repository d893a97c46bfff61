/** The proposals: reading and deciding them. */
import {
  approveProposal,
  getProposal,
  listProposals,
  rejectProposal,
  withdrawProposal,
} from '@calmly/contract/staff';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../session/client.ts';

export type ProposalsView = 'waiting' | 'over';

export const proposalsQuery = (state: ProposalsView) =>
  infiniteQueryOptions({
    queryKey: ['proposals', 'list', state],
    queryFn: ({ pageParam: before, signal }) =>
      call(listProposals, { query: { state, before, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const proposalQuery = (id: string) =>
  queryOptions({
    queryKey: ['proposals', 'one', id],
    queryFn: ({ signal }) => call(getProposal, { params: { id }, signal }),
  });

interface Keyed {
  readonly id: string;
  /** Of this press. */
  readonly key: string;
}

export const approve = ({ id, key, seen }: Keyed & { seen: string }) =>
  call(approveProposal, { params: { id }, body: { seen }, key });

export const reject = ({ id, key, reason }: Keyed & { reason: string }) =>
  call(rejectProposal, { params: { id }, body: { reason }, key });

export const withdraw = ({ id, key }: Keyed) => call(withdrawProposal, { params: { id }, key });
