/** All calls and cache keys of the profile's own parts. Data that changes with the client is under its topic, `client`. */
import {
  type AddressChangeInput,
  acceptTerms,
  confirmContactChange,
  listAddressChanges,
  listTermsAcceptances,
  requestAddressChange,
  requestContactChange,
  resendContactCode,
  termsVersions,
  withdrawAddressChange,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { rereadClient } from '@calmly/portal-kit/session/session.ts';
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';

const pageSize = 20;
const pageOf = (cursor: string) => ({ limit: pageSize, ...(cursor && { cursor }) });

export const addressChangesQuery = infiniteQueryOptions({
  queryKey: ['client', 'address-changes'],
  queryFn: ({ pageParam, signal }) => bank.call(listAddressChanges, { query: pageOf(pageParam) }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.NextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.Items),
});

export const requestAddressMutation = mutationOptions({
  mutationFn: ({ body, key }: { body: AddressChangeInput; key: string }) =>
    bank.call(requestAddressChange, { body }, { idempotencyKey: key }),
  onSuccess: (_request, _sent, _context, { client }) =>
    client.invalidateQueries({ queryKey: addressChangesQuery.queryKey }),
});

export const withdrawAddressMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(withdrawAddressChange, { params: { id } }),
  onSettled: (_nothing, _error, _id, _context, { client }) =>
    client.invalidateQueries({ queryKey: addressChangesQuery.queryKey }),
});

export const requestContactMutation = mutationOptions({
  mutationFn: (body: { kind: 'email' | 'phone'; value: string }) => bank.call(requestContactChange, { body }),
});

/** Rejects with `resend_too_soon` while the countdown runs. */
export const sendContactCode = (id: string) => bank.call(resendContactCode, { params: { id } });

export const confirmContactMutation = mutationOptions({
  mutationFn: async ({ id, code }: { id: string; code: string }) => {
    await bank.call(confirmContactChange, { params: { id }, body: { code } });
    await rereadClient();
  },
});

export const termsQuery = infiniteQueryOptions({
  queryKey: ['client', 'terms'],
  queryFn: ({ pageParam, signal }) =>
    bank.call(listTermsAcceptances, { query: pageOf(pageParam) }, { signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.NextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.Items),
});

/** Accepts the current version of one product's terms. */
export const acceptTermsMutation = mutationOptions({
  mutationFn: async (product: keyof typeof termsVersions) => {
    await bank.call(acceptTerms, { body: { [product]: { version: termsVersions[product], read: true } } });
    await rereadClient();
  },
  onSuccess: (_nothing, _product, _context, { client }) =>
    client.invalidateQueries({ queryKey: termsQuery.queryKey }),
});
