/** All calls and cache keys of a company's people. All are under the topic `client`, whose hint follows each of their changes. */
import {
  acceptHandover,
  acceptInvitation,
  acceptOwnInvitation,
  changePerson,
  checkInvitation,
  declineInvitation,
  declineOwnInvitation,
  endHandover,
  type InvitationInput,
  invitePerson,
  listHandovers,
  listInvitations,
  listPeople,
  offerHandover,
  type PersonChange,
  removePerson,
  resendInvitation,
  resumePerson,
  sendInvitationCode,
  suspendPerson,
  withdrawInvitation,
} from '@calmly/contract';
import { ApiProblem, bank } from '@calmly/portal-kit/session/bank.ts';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

const pageSize = 50;
const pageOf = (cursor: string) => ({ limit: pageSize, ...(cursor && { cursor }) });
const paging = {
  initialPageParam: '',
  getNextPageParam: (page: { NextCursor: string | null }) => page.NextCursor ?? undefined,
};

export const peopleQuery = infiniteQueryOptions({
  queryKey: ['client', 'people'],
  queryFn: ({ pageParam, signal }) => bank.call(listPeople, { query: pageOf(pageParam) }, { signal }),
  ...paging,
  select: ({ pages }) => pages.flatMap((page) => page.Items),
});

export const invitationsQuery = infiniteQueryOptions({
  queryKey: ['client', 'invitations'],
  queryFn: ({ pageParam, signal }) => bank.call(listInvitations, { query: pageOf(pageParam) }, { signal }),
  ...paging,
  select: ({ pages }) => pages.flatMap((page) => page.Items),
});

export const handoversQuery = queryOptions({
  queryKey: ['client', 'handovers'],
  queryFn: ({ signal }) => bank.call(listHandovers, { query: pageOf('') }, { signal }),
  select: (page) => page.Items,
});

/** Reloads the lists after any change, and after a refusal, which shows that they are outdated. */
const rereadPeople = {
  onSettled: (
    _data: unknown,
    _error: unknown,
    _sent: unknown,
    _sharing: unknown,
    context: { client: QueryClient },
  ) =>
    Promise.all(
      [peopleQuery, invitationsQuery, handoversQuery].map(({ queryKey }) =>
        context.client.invalidateQueries({ queryKey }),
      ),
    ),
};

export const inviteMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: InvitationInput; key: string }) =>
    bank.call(invitePerson, { body }, { idempotencyKey: key }),
  ...rereadPeople,
});

export const changeMutation = (id: string) =>
  mutationOptions({
    mutationFn: (body: PersonChange) => bank.call(changePerson, { params: { id }, body }),
    ...rereadPeople,
  });

export const personActions = ['suspend', 'resume', 'remove', 'hand_over'] as const;
export type PersonAction = (typeof personActions)[number];

/** Actions on a member besides changing rights. */
export const actionMutation = (id: string) =>
  mutationOptions({
    mutationFn: ({ action, key }: { action: PersonAction; key: string }) => {
      const params = { id };
      if (action === 'suspend') return bank.call(suspendPerson, { params });
      if (action === 'resume') return bank.call(resumePerson, { params });
      if (action === 'remove') return bank.call(removePerson, { params });
      return bank.call(offerHandover, { body: { personId: id } }, { idempotencyKey: key });
    },
    ...rereadPeople,
  });

export const mailAgainMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(resendInvitation, { params: { id } }),
  ...rereadPeople,
});

export const withdrawMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(withdrawInvitation, { params: { id } }),
  ...rereadPeople,
});

export const takeOverMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(acceptHandover, { params: { id } }),
  ...rereadPeople,
});

export const endOfferMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(endHandover, { params: { id } }),
  ...rereadPeople,
});

/** An emailed link's offer; null if it is no longer valid. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => {
      try {
        return await bank.call(checkInvitation, { body: { token } }, { signal });
      } catch (error) {
        if (error instanceof ApiProblem && error.code === 'invitation_dead') return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** An invitation by its emailed link, or by its id for the signed-in person. */
export type InvitationKey = { readonly token: string } | { readonly id: string };

export const acceptMutation = mutationOptions({
  mutationFn: (key: InvitationKey) =>
    'token' in key
      ? bank.call(acceptInvitation, { body: key })
      : bank.call(acceptOwnInvitation, { params: key }),
});

export const declineMutation = mutationOptions({
  mutationFn: (key: InvitationKey) =>
    'token' in key
      ? bank.call(declineInvitation, { body: key })
      : bank.call(declineOwnInvitation, { params: key }),
});

export const textCodeMutation = mutationOptions({
  mutationFn: (body: { token: string; phone: string }) => bank.call(sendInvitationCode, { body }),
});
