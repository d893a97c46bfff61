/**
 * All calls about cards. Topic: `cards`; a hint on the live channel reloads what is shown. Number, security code and PIN are only returned by
 * `revealDetails` and `readPin`, which are not queries, so that they are never cached.
 */
import {
  activateCard,
  blockCard,
  type CardControlsInput,
  type CardDetails,
  type CardOrder,
  type CardReceiptRulesInput,
  type CardRename,
  type CardTransactionStatus,
  changeCardControls,
  changeReceiptRules,
  closeCard,
  type DisputeInput,
  getCard,
  getCardOffer,
  getReceiptRules,
  isSentForApproval,
  issueCard,
  listCards,
  listCardTransactions,
  listPeople,
  openDispute,
  renameCard,
  replaceCard,
  revealCard,
  setPin,
  showPin,
  termsVersions,
  topUpCard,
  unblockCard,
  withdrawDispute,
  withdrawFromCard,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { keepAnswer } from '@calmly/portal-kit/session/query-client.ts';
import { rereadClient } from '@calmly/portal-kit/session/session.ts';
import type { Keyed } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { inPages, pageFrom } from '@calmly/portal-kit/shared/pages.ts';
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

export const cardGroups = ['MINE', 'TEAM', 'CLOSED'] as const;
export type CardGroup = (typeof cardGroups)[number];

/** In pages; while another group loads, the previous list stays. */
export const cardsQuery = (group: CardGroup) =>
  infiniteQueryOptions({
    queryKey: ['cards', 'list', group],
    queryFn: ({ pageParam, signal }) =>
      bank.call(listCards, { query: { group, ...pageFrom(pageParam) } }, { signal }),
    ...inPages,
  });

/** An answer older than the cached one is dropped. Does nothing for an empty id. */
export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: ['cards', 'one', id],
    queryFn: ({ signal }) => bank.call(getCard, { params: { id } }, { signal }),
    enabled: id !== '',
    structuralSharing: (before, after) => newer(before as CardDetails | undefined, after as CardDetails),
  });

/** Versions only increase, so an older answer that arrives late is dropped. */
const newer = (before: CardDetails | undefined, after: CardDetails) =>
  before && before.version > after.version ? before : after;

export const offerQuery = queryOptions({
  queryKey: ['cards', 'offer'],
  queryFn: ({ signal }) => bank.call(getCardOffer, {}, { signal }),
});

/** The members of a company, one of whom gets the card. */
export const holdersQuery = queryOptions({
  queryKey: ['client', 'card-holders'],
  queryFn: async ({ signal }) => {
    const { Items: members } = await bank.call(listPeople, { query: { limit: 200 } }, { signal });
    return members.filter(({ status }) => status === 'ACTIVE');
  },
});

export const transactionViews = ['all', 'pending', 'declined', 'receipts'] as const;
export type TransactionView = (typeof transactionViews)[number];
const statusOf: Readonly<Record<TransactionView, CardTransactionStatus | undefined>> = {
  all: undefined,
  pending: 'HELD',
  declined: 'DECLINED',
  receipts: undefined,
};

/** In pages, newest first, in the bank's order. */
export const transactionsQuery = (id: string, view: TransactionView) =>
  infiniteQueryOptions({
    queryKey: ['cards', 'transactions', id, view],
    queryFn: ({ pageParam, signal }) => {
      const status = statusOf[view];
      const query = {
        ...pageFrom(pageParam),
        ...(status && { status }),
        ...(view === 'receipts' && { receipt: 'MISSING' as const }),
      };
      return bank.call(listCardTransactions, { params: { id }, query }, { signal });
    },
    initialPageParam: inPages.initialPageParam,
    getNextPageParam: inPages.getNextPageParam,
  });

/** One payment of a card; null: the card has no such payment. */
export const transactionQuery = (cardId: string, id: string) =>
  queryOptions({
    queryKey: ['cards', 'transactions', cardId, 'one', id],
    queryFn: async ({ signal }) => {
      const found = await bank.call(
        listCardTransactions,
        { params: { id: cardId }, query: { payment: id } },
        { signal },
      );
      return found.Items[0] ?? null;
    },
  });

/** Reloads cards, the accounts involved, and pending approvals. */
const readAgain = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['approvals'] }),
    client.invalidateQueries({ queryKey: ['cards'] }),
    client.invalidateQueries({ queryKey: ['accounts'] }),
  ]);

/** Also after a refusal, because the card has changed meanwhile. */
const rereadAfter = {
  onSettled: (
    _data: unknown,
    _error: unknown,
    _sent: unknown,
    _result: unknown,
    { client }: { client: QueryClient },
  ) => void readAgain(client),
};

export const issueMutation = mutationOptions({
  mutationKey: ['cards', 'issue'],
  mutationFn: async ({ body, key }: Keyed<CardOrder>) => {
    const card = await bank.call(issueCard, { body }, { idempotencyKey: key });
    if (body.termsVersion) await rereadClient();
    return card;
  },
  ...rereadAfter,
});

/** The version of the card terms that the terms card shows. */
export const cardTermsVersion = termsVersions.cards;

export const renameMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cards', 'rename', id],
    mutationFn: (body: CardRename) => bank.call(renameCard, { params: { id }, body }),
    ...rereadAfter,
  });

/** Looser limits may be sent for approval; the card is unchanged then. */
export const controlsMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cards', 'controls', id],
    mutationFn: (body: CardControlsInput) => bank.call(changeCardControls, { params: { id }, body }),
    onSuccess: async (card, _sent, _result, { client }) => {
      if (!isSentForApproval(card)) await keepAnswer(client, cardQuery(id), card);
    },
    ...rereadAfter,
  });

/** True blocks, false unblocks. */
export const blockMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cards', 'block', id],
    mutationFn: (block: boolean) => bank.call(block ? blockCard : unblockCard, { params: { id } }),
    ...rereadAfter,
  });

export const activateMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cards', 'activate', id],
    mutationFn: (body: { lastFour: string }) => bank.call(activateCard, { params: { id }, body }),
    ...rereadAfter,
  });

/** The card's balance goes to `account`. */
export const closeMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cards', 'close', id],
    mutationFn: ({ body, key }: Keyed<{ account?: string }>) =>
      bank.call(closeCard, { params: { id }, body }, { idempotencyKey: key }),
    ...rereadAfter,
  });

export const replaceReasons = ['lost', 'stolen', 'damaged', 'renewal'] as const;
export type ReplaceReason = (typeof replaceReasons)[number];

export const replaceMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cards', 'replace', id],
    mutationFn: ({ body, key }: Keyed<{ reason: ReplaceReason; address?: CardOrder['address'] }>) =>
      bank.call(replaceCard, { params: { id }, body }, { idempotencyKey: key }),
    ...rereadAfter,
  });

export type MoveKind = 'topUp' | 'withdraw';

export const moveMutation = (id: string, kind: MoveKind) =>
  mutationOptions({
    mutationKey: ['cards', kind, id],
    mutationFn: ({ body, key }: Keyed<{ account: string; amount: string }>) =>
      bank.call(
        kind === 'topUp' ? topUpCard : withdrawFromCard,
        { params: { id }, body },
        { idempotencyKey: key },
      ),
    ...rereadAfter,
  });

/** Asks for the two-factor code. */
export const setPinMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cards', 'pin', id],
    // The PIN is not cached beyond the call.
    gcTime: 0,
    mutationFn: (body: { pin: string }) => bank.call(setPin, { params: { id }, body }),
    ...rereadAfter,
  });

/** Asks for a code. The caller keeps the answer no longer than its `seconds`. */
export const revealDetails = (id: string) => bank.call(revealCard, { params: { id } });
/** Asks for the two-factor code. Not a query, so that the PIN is never cached. */
export const readPin = (id: string) => bank.call(showPin, { params: { id } });

export const receiptRulesQuery = queryOptions({
  queryKey: ['cards', 'receipt-rules'],
  queryFn: ({ signal }) => bank.call(getReceiptRules, {}, { signal }),
});

export const receiptRulesMutation = mutationOptions({
  mutationKey: ['cards', 'receipt-rules'],
  mutationFn: (body: CardReceiptRulesInput) => bank.call(changeReceiptRules, { body }),
  ...rereadAfter,
});

/** `id` is that of the card's transaction. */
export const openDisputeMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cards', 'dispute', id],
    mutationFn: ({ body, key }: Keyed<DisputeInput>) =>
      bank.call(openDispute, { params: { id }, body }, { idempotencyKey: key }),
    ...rereadAfter,
  });

/** `id` is that of the card's transaction. */
export const withdrawDisputeMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['cards', 'withdraw-dispute', id],
    mutationFn: () => bank.call(withdrawDispute, { params: { id } }),
    ...rereadAfter,
  });
