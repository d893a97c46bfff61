/** All calls of account actions; the accounts themselves are in `shared/resources.ts`. */
import {
  acceptTerms,
  closeAccount,
  listIbanRequests,
  openAccount,
  renameAccount,
  requestIban,
  type StandingOrder,
  termsVersions,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { rereadClient } from '@calmly/portal-kit/session/session.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { knownOrders } from '../../../payments/portal/orders/index.ts';

/** The newest IBAN requests: enough to find those in progress. */
export const ibanRequestsQuery = queryOptions({
  queryKey: ['accounts', 'ibans'],
  queryFn: async ({ signal }) =>
    (await bank.call(listIbanRequests, { query: { limit: 50 } }, { signal })).Items,
});

/** `key` is the request's idempotency key, so a repeat opens nothing more. */
export const openMutation = mutationOptions({
  mutationKey: ['accounts', 'open'],
  mutationFn: ({ key, ...body }: { currency: string; name: string; key: string }) =>
    bank.call(openAccount, { body }, { idempotencyKey: key }),
  onSuccess: (_account, _sent, _context, { client }) => client.invalidateQueries({ queryKey: ['accounts'] }),
});

export const renameMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['accounts', 'rename', id],
    mutationFn: (body: { name: string; before: string }) =>
      bank.call(renameAccount, { params: { id }, body }),
    // Also after a refusal, so that the form shows the stored values.
    onSettled: (_account, _error, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['accounts'] }),
  });

/** `onClosed` is called even if the account has left the page before the answer arrives, because the live channel is often faster. */
export const closeMutation = (id: string, onClosed: () => void) =>
  mutationOptions({
    mutationKey: ['accounts', 'close', id],
    mutationFn: (orders: readonly StandingOrder[]) =>
      bank.call(closeAccount, { params: { id }, query: knownOrders(orders) }),
    onError: (_error, _sent, _context, { client }) => client.invalidateQueries({ queryKey: ['orders'] }),
    onSuccess: (_account, _sent, _context, { client }) => {
      void client.invalidateQueries({ queryKey: ['orders'] });
      onClosed();
      return client.invalidateQueries({ queryKey: ['accounts'] });
    },
  });

/** For an open account without an IBAN. `key` is the idempotency key, so a repeat requests nothing more. */
export const requestIbanMutation = (account: { id: string; currency: string }, key: string) =>
  mutationOptions({
    mutationKey: ['accounts', 'iban', account.id],
    mutationFn: () =>
      bank.call(
        requestIban,
        { body: { currency: account.currency, accountId: account.id } },
        { idempotencyKey: key },
      ),
    onSuccess: (_request, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['accounts'] }),
  });

export const acceptIbanTermsMutation = mutationOptions({
  mutationKey: ['accounts', 'iban-terms'],
  mutationFn: async () => {
    await bank.call(acceptTerms, { body: { iban_mdle: { version: termsVersions.iban_mdle, read: true } } });
    await rereadClient();
  },
});
