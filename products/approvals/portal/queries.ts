/**
 * All calls and cache keys of approvals. A hint of the live channel refetches keys that start with `approvals`. The inbox is the
 * person's, over all companies; the policy is that of the current company.
 */
import {
  type Approval,
  type ApprovalKind,
  changePolicy,
  countInbox,
  type DecisionsInput,
  decideInbox,
  getApproval,
  getPolicy,
  type InboxView,
  listApprovals,
  listInbox,
  listReviewRows,
  type PayoutWarning,
  type PolicyRules,
  previewPolicy,
  recallApproval,
  reviewPayout,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { keepAnswer } from '@calmly/portal-kit/session/query-client.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';

const pageSize = 50;

/** Numbers of requests waiting for the person, and of their own waiting requests; the bank counts to a hundred. */
export const inboxCountQuery = queryOptions({
  queryKey: ['approvals', 'count'],
  queryFn: ({ signal }) => bank.call(countInbox, {}, { signal }),
});

/** Pages of 50, as one list. */
export const inboxQuery = (view: InboxView) =>
  infiniteQueryOptions({
    queryKey: ['approvals', 'inbox', view],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listInbox,
        { query: { view, limit: pageSize, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.Items),
  });

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ['approvals', 'one', id],
    queryFn: ({ signal }) => bank.call(getApproval, { params: { id } }, { signal }),
  });

/** The review reads every row of the payout. */
const reviewStaleMs = 30_000;

/** The review of a waiting payout for its approver. */
export const reviewQuery = ({ id, kind, state }: Pick<Approval, 'id' | 'kind' | 'state'>) =>
  queryOptions({
    queryKey: ['approvals', 'review', id],
    queryFn: ({ signal }) => bank.call(reviewPayout, { params: { id } }, { signal }),
    enabled: kind === 'payout' && (state === 'WAITING' || state === 'BLOCKED'),
    staleTime: reviewStaleMs,
  });

/** Rows of a payout in pages of 50, all or those with a warning. */
export const reviewRowsQuery = (id: string, warning: PayoutWarning | undefined) =>
  infiniteQueryOptions({
    queryKey: ['approvals', 'review-rows', id, warning ?? ''],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listReviewRows,
        { params: { id }, query: { after: pageParam, limit: pageSize, ...(warning && { warning }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.position : undefined),
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    placeholderData: keepPreviousData,
  });

/** The latest approval of a payment; null if it never needed one. */
export const approvalOfQuery = (subjectId: string) =>
  queryOptions({
    queryKey: ['approvals', 'of', subjectId],
    queryFn: async ({ signal }) => {
      const page = await bank.call(listApprovals, { query: { subjectId, limit: 1 } }, { signal });
      return page.Items[0] ?? null;
    },
  });

/** The open requests of a kind in the profile, newest first, as far as the person may see them. */
export const openRequestsQuery = (kind: ApprovalKind) =>
  queryOptions({
    queryKey: ['approvals', 'open', kind],
    queryFn: async ({ signal }) => {
      const [waiting, blocked] = await Promise.all(
        (['WAITING', 'BLOCKED'] as const).map((state) =>
          bank.call(listApprovals, { query: { kind, state, limit: pageSize } }, { signal }),
        ),
      );
      return [...(waiting?.Items ?? []), ...(blocked?.Items ?? [])].toSorted((one, other) =>
        other.requestedAt.localeCompare(one.requestedAt),
      );
    },
  });

/** Decides on one or many. Each has a separate outcome, even when the call succeeds. */
export const decideMutation = mutationOptions({
  mutationKey: ['approvals', 'decide'],
  mutationFn: async (body: DecisionsInput) => (await bank.call(decideInbox, { body })).results,
  onSuccess: async (results, _body, _context, { client }) => {
    for (const { id, approval } of results)
      if (approval) await keepAnswer(client, approvalQuery(id), approval);
  },
  onSettled: (_results, _error, _body, _context, { client }) => askAgain(client),
});

export const recallMutation = mutationOptions({
  mutationKey: ['approvals', 'recall'],
  mutationFn: (id: string) => bank.call(recallApproval, { params: { id } }),
  onSuccess: (approval, id, _context, { client }) => keepAnswer(client, approvalQuery(id), approval),
  onSettled: (_approval, _error, _id, _context, { client }) => askAgain(client),
});

/** A decision moves money and changes payees, cards and people (topic `client`), so their data is reloaded too. */
const askAgain = (client: QueryClient) =>
  Promise.all(
    ['approvals', 'payments', 'payouts', 'accounts', 'beneficiaries', 'cards', 'crypto', 'client'].map(
      (topic) => client.invalidateQueries({ queryKey: [topic] }),
    ),
  );

export const policyQuery = queryOptions({
  queryKey: ['approvals', 'policy'],
  queryFn: ({ signal }) => bank.call(getPolicy, {}, { signal }),
});

interface PreviewInput {
  /** The rules being edited; undefined: the current ones. */
  readonly rules: PolicyRules | undefined;
  readonly requesterId: string;
  /** Decimal; empty until one is typed. */
  readonly amount: string;
  readonly currency: string;
}

/** Does nothing until an amount and a requester are chosen. */
export const previewQuery = ({ rules, ...payment }: PreviewInput) =>
  queryOptions({
    queryKey: ['approvals', 'preview', payment, rules],
    queryFn: ({ signal }) =>
      bank.call(previewPolicy, { body: { ...payment, ...(rules && { rules }) } }, { signal }),
    enabled: payment.amount !== '' && payment.requesterId !== '',
    placeholderData: keepPreviousData,
  });

export const changePolicyMutation = mutationOptions({
  mutationKey: ['approvals', 'change-policy'],
  mutationFn: (body: { version: number; rules: PolicyRules }) => bank.call(changePolicy, { body }),
  onSettled: (_answer, _error, _body, _context, { client }) =>
    client.invalidateQueries({ queryKey: ['approvals'] }),
});
