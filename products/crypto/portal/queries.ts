/** Calls about wallets, deposits, withdrawals and the address book. Topic `crypto`: a hint on the live channel reloads the visible ones. */
import {
  ApiProblem,
  addCryptoPayee,
  type CryptoRequestType,
  type CryptoStatus,
  cancelWithdrawal,
  checkCryptoAddress,
  createCryptoUser,
  createWallet,
  createWithdrawal,
  type cryptoPeriods,
  deleteCryptoPayee,
  listAvailableWallets,
  listCryptoHistory,
  listCryptoPayees,
  listPositions,
  listWallets,
  listWithdrawals,
  moveCrypto,
  quoteWithdrawal,
  termsVersions,
  type Wallet,
  type WithdrawalOrder,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { keepAnswer } from '@calmly/portal-kit/session/query-client.ts';
import { rereadClient } from '@calmly/portal-kit/session/session.ts';
import { ownTimeZone } from '@calmly/portal-kit/shared/days/days.ts';
import { inPages, pageFrom } from '@calmly/portal-kit/shared/pages.ts';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

type Asset = Wallet['asset'];
export type CryptoPeriod = (typeof cryptoPeriods)[number];

export const walletsQuery = queryOptions({
  queryKey: ['crypto', 'wallets'],
  queryFn: ({ signal }) => bank.call(listWallets, {}, { signal }),
  retry: false,
});

/** The client has not started to use crypto yet. */
export const isNoCryptoUser = (error: unknown): boolean => isNotFound(error);

export const availableQuery = queryOptions({
  queryKey: ['crypto', 'available'],
  queryFn: ({ signal }) => bank.call(listAvailableWallets, {}, { signal }),
});

export interface HistoryFilter {
  readonly type: CryptoRequestType;
  readonly period: CryptoPeriod;
  readonly status: CryptoStatus | undefined;
  readonly currency: Asset | undefined;
}

/** In pages, newest first. Periods are days in the browser's time zone. */
export const historyQuery = ({ type, period, status, currency }: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['crypto', 'history', type, period, status, currency],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listCryptoHistory,
        {
          query: {
            ...pageFrom(pageParam),
            type,
            period,
            ...(status && { status }),
            ...(currency && { currency }),
            timeZone: ownTimeZone(),
          },
        },
        { signal },
      ),
    ...inPages,
  });

/** One entry that a link names, wherever it is in the list. */
export const movementQuery = (type: CryptoRequestType, id: string) =>
  queryOptions({
    queryKey: ['crypto', 'history', type, id],
    queryFn: async ({ signal }) => {
      const query = { type, id, timeZone: ownTimeZone() };
      const { Items } = await bank.call(listCryptoHistory, { query }, { signal });
      return Items[0] ?? null;
    },
  });

/** Pending withdrawals are shown beside the wallets; older ones are in the history. */
export const withdrawalsQuery = queryOptions({
  queryKey: ['crypto', 'withdrawals'],
  queryFn: ({ signal }) => bank.call(listWithdrawals, { query: { limit: 50 } }, { signal }),
});

/** Prices change without a hint. */
export const positionsQuery = queryOptions({
  queryKey: ['crypto', 'positions'],
  queryFn: ({ signal }) => bank.call(listPositions, {}, { signal, background: true }),
  refetchInterval: 30_000,
});

export const payeesQuery = queryOptions({
  queryKey: ['crypto', 'payees'],
  queryFn: ({ signal }) => bank.call(listCryptoPayees, { query: { limit: 200 } }, { signal }),
});

/** The network's fee; refetched before it expires. */
export const quoteQuery = (asset: Asset) =>
  queryOptions({
    queryKey: ['crypto', 'quote', asset],
    queryFn: ({ signal }) => bank.call(quoteWithdrawal, { body: { asset } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: 9 * 60_000,
  });

/** An answer is reused for a minute. */
export const addressCheckQuery = (asset: Asset, address: string) =>
  queryOptions({
    queryKey: ['crypto', 'address-check', asset, address],
    queryFn: ({ signal }) => bank.call(checkCryptoAddress, { body: { asset, address } }, { signal }),
    enabled: address !== '',
    staleTime: 60_000,
  });

const readAgain = (client: QueryClient) =>
  Promise.all(
    ['crypto', 'accounts', 'payments', 'approvals'].map((topic) =>
      client.invalidateQueries({ queryKey: [topic] }),
    ),
  );

/** Also after a refusal, which means that something has changed in the meantime. */
const rereadAfter = {
  onSettled: (
    _data: unknown,
    _error: unknown,
    _sent: unknown,
    _result: unknown,
    { client }: { client: QueryClient },
  ) => void readAgain(client),
};

/** `onDone` runs before the area opens, while the asking component still exists. */
export const startMutation = (onDone: () => void) =>
  mutationOptions({
    mutationKey: ['crypto', 'start'],
    mutationFn: async ({ isAccepting }: { isAccepting: boolean }) => {
      const wallets = await bank.call(createCryptoUser, {
        body: isAccepting ? { termsVersion: termsVersions.crypto } : {},
      });
      if (isAccepting) await rereadClient();
      return wallets;
    },
    onSuccess: (wallets, _sent, _result, { client }) => {
      onDone();
      return keepAnswer(client, walletsQuery, wallets);
    },
    ...rereadAfter,
  });

/** The answer must hold the new wallet (specification section 7). */
const walletMissing = () => new ApiProblem('wallet_missing');

export const createWalletMutation = mutationOptions({
  mutationKey: ['crypto', 'create-wallet'],
  mutationFn: async ({ asset, key }: { asset: Asset; key: string }) => {
    const wallet = await bank
      .call(createWallet, { body: { asset } }, { idempotencyKey: key })
      .catch((error: unknown) => {
        throw error instanceof ApiProblem && error.code === 'unreadable' ? walletMissing() : error;
      });
    if (wallet.asset !== asset) throw walletMissing();
    return wallet;
  },
  ...rereadAfter,
});

export const moveMutation = mutationOptions({
  mutationKey: ['crypto', 'move'],
  mutationFn: ({
    body,
    key,
  }: {
    body: { type: CryptoRequestType; account: string; amount: string };
    key: string;
  }) => bank.call(moveCrypto, { body }, { idempotencyKey: key }),
  ...rereadAfter,
});

export const withdrawMutation = mutationOptions({
  mutationKey: ['crypto', 'withdraw'],
  mutationFn: ({ body, key }: { body: WithdrawalOrder; key: string }) =>
    bank.call(createWithdrawal, { body }, { idempotencyKey: key }),
  ...rereadAfter,
});

export const cancelWithdrawalMutation = mutationOptions({
  mutationKey: ['crypto', 'cancel-withdrawal'],
  mutationFn: (id: string) => bank.call(cancelWithdrawal, { params: { id } }),
  ...rereadAfter,
});

export const addPayeeMutation = mutationOptions({
  mutationKey: ['crypto', 'add-payee'],
  mutationFn: ({ body, key }: { body: { label: string; asset: Asset; address: string }; key: string }) =>
    bank.call(addCryptoPayee, { body }, { idempotencyKey: key }),
  ...rereadAfter,
});

export const deletePayeeMutation = mutationOptions({
  mutationKey: ['crypto', 'delete-payee'],
  mutationFn: (id: string) => bank.call(deleteCryptoPayee, { params: { id } }),
  ...rereadAfter,
});
