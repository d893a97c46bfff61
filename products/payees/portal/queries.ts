/** All calls and cache keys of the payee screens (except one payee, which the payment form also reads). */
import {
  addPayeeDocument,
  type BankDetailInput,
  type Beneficiary,
  type BeneficiaryInput,
  changeParty,
  checkName,
  createBeneficiary,
  type DocumentKind,
  deleteBeneficiary,
  isSentForApproval,
  listBeneficiaries,
  listLastPaid,
  listPayeeDocuments,
  listPayments,
  lookUpBank,
  type PartyInput,
  type SentForApproval,
  type StandingOrder,
  trustBeneficiary,
  updateBeneficiary,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { keepAnswer } from '@calmly/portal-kit/session/query-client.ts';
import { beneficiaryQuery } from '@calmly/portal-kit/shared/resources.ts';
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { knownOrders } from '../../payments/portal/orders/index.ts';

export const pageSize = 50;

interface Filters {
  readonly search?: string | undefined;
  readonly currency?: string | undefined;
  readonly country?: string | undefined;
}

/** Pages of 50, as one list. While another filter is being read, the earlier list stays. */
export const beneficiariesQuery = ({ search, currency, country }: Filters) =>
  infiniteQueryOptions({
    queryKey: ['beneficiaries', 'list', search ?? '', currency ?? '', country ?? ''],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listBeneficiaries,
        {
          query: {
            limit: pageSize,
            ...(search && { search }),
            ...(currency && { currency }),
            ...(country && { country }),
            ...(pageParam && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.Items),
    placeholderData: keepPreviousData,
  });

/** What the bank directory knows of an IBAN. It does not change while a form is open. */
export const bankLookupQuery = (iban: string) =>
  queryOptions({
    queryKey: ['banks', iban],
    queryFn: ({ signal }) => bank.call(lookUpBank, { query: { iban } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Adds a payee with the key of its intent: however often repeated, it is added once. */
export const createMutation = mutationOptions({
  mutationKey: ['beneficiaries', 'create'],
  mutationFn: ({ payee, key }: { payee: BeneficiaryInput; key: string }) =>
    bank.call(createBeneficiary, { body: payee }, { idempotencyKey: key }),
  onSuccess: async (payee, _sent, _context, { client }) => {
    if (!isSentForApproval(payee)) await keepAnswer(client, beneficiaryQuery(payee.id), payee);
    return client.invalidateQueries({ queryKey: ['beneficiaries', 'list'] });
  },
});

/** Whether an account is kept under a name. An answer holds while a form is open; what could not be reached is asked again. */
export const nameCheckQuery = (name: string, iban: string) =>
  queryOptions({
    queryKey: ['name-check', name, iban],
    queryFn: ({ signal }) => bank.call(checkName, { body: { name, iban } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** What every change of a payee that is there leaves in the cache. */
const changeOptions = <Change, Call extends string>(
  id: string,
  call: Call,
  mutationFn: (change: Change) => Promise<Beneficiary | SentForApproval>,
) =>
  mutationOptions({
    mutationKey: ['beneficiaries', call, id],
    mutationFn,
    onSuccess: async (payee, _sent, _context, { client }) => {
      if (!isSentForApproval(payee)) await keepAnswer(client, beneficiaryQuery(id), payee);
      return client.invalidateQueries({ queryKey: ['beneficiaries', 'list'] });
    },
    // It may have changed meanwhile: what is stored now is read.
    onError: (_problem, _change, _context, { client }) =>
      client.invalidateQueries({ queryKey: beneficiaryQuery(id).queryKey }),
  });

/** Replaces the bank accounts of a payee, based on the version that was shown. */
export const accountsMutation = ({ id, version }: Pick<Beneficiary, 'id' | 'version'>) =>
  changeOptions(id, 'accounts', (bankDetails: BankDetailInput[]) =>
    bank.call(updateBeneficiary, { params: { id }, body: { bankDetails, version } }),
  );

/** Changes a payee's identity, based on the version that was shown. */
export const partyMutation = ({ id, version }: Pick<Beneficiary, 'id' | 'version'>) =>
  changeOptions(id, 'party', (party: PartyInput) =>
    bank.call(changeParty, { params: { id }, body: { ...party, version } }),
  );

/** To trust a payee asks for the two-factor code; to end it does not. */
export const trustMutation = (id: string) =>
  changeOptions(id, 'trust', (trusted: boolean) =>
    bank.call(trustBeneficiary, { params: { id }, body: { trusted } }),
  );

/** The latest payment to each payee of a page of the list. */
export const lastPaidQuery = (beneficiaryIds: readonly string[]) =>
  queryOptions({
    queryKey: ['payments', 'last-paid', beneficiaryIds],
    queryFn: async ({ signal }) => {
      const query = { beneficiaryIds: beneficiaryIds.join(',') };
      return (await bank.call(listLastPaid, { query }, { signal })).Items;
    },
    enabled: beneficiaryIds.length > 0,
  });

const shownPayments = 10;

/** The last payments to a payee. */
export const payeePaymentsQuery = (beneficiaryId: string) =>
  queryOptions({
    queryKey: ['payments', 'of-payee', beneficiaryId],
    queryFn: async ({ signal }) => {
      const query = { beneficiaryId, limit: shownPayments };
      return (await bank.call(listPayments, { query }, { signal })).Items;
    },
  });

/** Newest first, pages of 50, as one list. */
export const payeeDocumentsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['beneficiaries', 'documents', id],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listPayeeDocuments,
        { params: { id }, query: { limit: pageSize, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.NextCursor ?? undefined,
    select: ({ pages }) => pages.flatMap((page) => page.Items),
  });

/** Uploads a document about a payee. */
export const handInPaper =
  (id: string, kind: DocumentKind) => (file: { fileName: string; content: string }) =>
    bank.call(addPayeeDocument, { params: { id }, body: { kind, ...file } });

/** `onDeleted` also when the payee has left the page before the list is read again. */
export const deleteMutation = (id: string, onDeleted: () => void) =>
  mutationOptions({
    mutationKey: ['beneficiaries', 'delete', id],
    mutationFn: (orders: readonly StandingOrder[]) =>
      bank.call(deleteBeneficiary, { params: { id }, query: knownOrders(orders) }),
    // Another order may have been made meanwhile: the dialog then lists it.
    onError: (_error, _sent, _context, { client }) => client.invalidateQueries({ queryKey: ['orders'] }),
    onSuccess: (_nothing, _sent, _context, { client }) => {
      void client.invalidateQueries({ queryKey: ['orders'] });
      onDeleted();
      // The drawer that is closing shows it until then, and must not ask for it again.
      void client.invalidateQueries({ queryKey: ['beneficiaries', 'one', id], refetchType: 'none' });
      return client.invalidateQueries({ queryKey: ['beneficiaries', 'list'] });
    },
  });
