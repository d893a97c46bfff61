/** Every call and cache key of the beneficiary screens (one payee apart, whom the payment form reads too). */
import {
  ApiProblem,
  type BankDetailInput,
  type BeneficiaryInput,
  createBeneficiary,
  deleteBeneficiary,
  isSentForApproval,
  listBeneficiaries,
  lookUpBank,
  updateBeneficiary,
} from '@calmly/contract';
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';
import { beneficiaryQuery } from '../../session/resources.ts';

const pageSize = 50;

interface Filters {
  readonly search?: string | undefined;
  readonly currency?: string | undefined;
}

export const beneficiariesQuery = ({ search, currency }: Filters) =>
  infiniteQueryOptions({
    queryKey: ['beneficiaries', 'list', search ?? '', currency ?? ''],
    queryFn: ({ pageParam, signal }) =>
      bank.call(
        listBeneficiaries,
        {
          query: {
            limit: pageSize,
            ...(search && { search }),
            ...(currency && { currency }),
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

/** Adds a payee with the key of its intent: repeated by whoever, it is added once. */
export const createMutation = mutationOptions({
  mutationKey: ['beneficiaries', 'create'],
  mutationFn: ({ payee, key }: { payee: BeneficiaryInput; key: string }) =>
    bank.call(createBeneficiary, { body: payee }, { idempotencyKey: key }),
  onSuccess: (payee, _sent, _context, { client }) => {
    if (!isSentForApproval(payee)) client.setQueryData(beneficiaryQuery(payee.id).queryKey, payee);
    return client.invalidateQueries({ queryKey: ['beneficiaries', 'list'] });
  },
});

/** Replaces the bank accounts of a payee. */
export const accountsMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['beneficiaries', 'accounts', id],
    mutationFn: (bankDetails: BankDetailInput[]) =>
      bank.call(updateBeneficiary, { params: { id }, body: { bankDetails } }),
    onSuccess: (payee, _sent, _context, { client }) => {
      if (!isSentForApproval(payee)) client.setQueryData(beneficiaryQuery(id).queryKey, payee);
      return client.invalidateQueries({ queryKey: ['beneficiaries', 'list'] });
    },
  });

export const deleteMutation = (id: string) =>
  mutationOptions({
    mutationKey: ['beneficiaries', 'delete', id],
    mutationFn: () => bank.call(deleteBeneficiary, { params: { id } }),
    onSuccess: (_nothing, _sent, _context, { client }) => {
      client.removeQueries({ queryKey: ['beneficiaries', 'one', id] });
      return client.invalidateQueries({ queryKey: ['beneficiaries', 'list'] });
    },
  });

export const isNotFound = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404;
