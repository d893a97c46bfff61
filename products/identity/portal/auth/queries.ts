/** Calls without a session: forgotten password, frozen access, undoing a changed contact. */
import {
  basicAuthorization,
  checkPasswordReset,
  requestPasswordReset,
  resetPassword,
  undoContactChange,
  unfreezeAccess,
} from '@calmly/contract';
import { ApiProblem, bank } from '@calmly/portal-kit/session/bank.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';

export const requestResetMutation = mutationOptions({
  mutationFn: (email: string) => bank.call(requestPasswordReset, { body: { email } }),
});

/** Whether an emailed link is still valid. */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset-link', token],
    queryFn: async ({ signal }) => {
      try {
        await bank.call(checkPasswordReset, { body: { token } }, { signal });
        return true;
      } catch (error) {
        if (isDeadLink(error)) return false;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const resetMutation = mutationOptions({
  mutationFn: (body: { token: string; password: string }) => bank.call(resetPassword, { body }),
});

export const unfreezeMutation = mutationOptions({
  mutationFn: ({ token, username, password }: { token: string; username: string; password: string }) =>
    bank.call(unfreezeAccess, { body: { token } }, { authorization: basicAuthorization(username, password) }),
});

export const undoContactMutation = mutationOptions({
  mutationFn: (body: { token: string }) => bank.call(undoContactChange, { body }),
});

/** The link is used, expired, replaced or was never sent by us. */
export const isDeadLink = (error: unknown): boolean => error instanceof ApiProblem && error.status === 422;
