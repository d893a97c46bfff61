/** All calls and cache keys of second factors. A write's response replaces the cached data. */
import {
  addPasskey,
  addTotp,
  type Factors,
  getFactors,
  makeRecoveryCodes,
  removeFactor,
  renameFactor,
  setMessageCodes,
  setPreferredFactor,
  startPasskey,
  startTotp,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { keepAnswer } from '@calmly/portal-kit/session/query-client.ts';
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => bank.call(getFactors, {}, { signal }),
});

const keep = (client: QueryClient, factors: Factors) => keepAnswer(client, factorsQuery, factors);

export const startTotpMutation = mutationOptions({ mutationFn: () => bank.call(startTotp, {}) });

export const startPasskeyMutation = mutationOptions({ mutationFn: () => bank.call(startPasskey, {}) });

export const addTotpMutation = mutationOptions({
  mutationFn: (body: Parameters<typeof bank.call<typeof addTotp>>[1]['body']) => bank.call(addTotp, { body }),
  onSuccess: ({ factors }, _sent, _context, { client }) => keep(client, factors),
});

export const addPasskeyMutation = mutationOptions({
  mutationFn: (body: Parameters<typeof bank.call<typeof addPasskey>>[1]['body']) =>
    bank.call(addPasskey, { body }),
  onSuccess: ({ factors }, _sent, _context, { client }) => keep(client, factors),
});

export const renameMutation = (id: string) =>
  mutationOptions({
    mutationFn: ({ name }: { name: string }) => bank.call(renameFactor, { params: { id }, body: { name } }),
    onSuccess: (factors, _sent, _context, { client }) => keep(client, factors),
  });

export const removeMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => bank.call(removeFactor, { params: { id } }),
    onSuccess: (factors, _sent, _context, { client }) => keep(client, factors),
  });

export const messageCodesMutation = mutationOptions({
  mutationFn: (body: { email: boolean; sms: boolean }) => bank.call(setMessageCodes, { body }),
  onSuccess: (factors, _sent, _context, { client }) => keep(client, factors),
});

export const preferredMutation = mutationOptions({
  mutationFn: (preferred: Factors['preferred']) => bank.call(setPreferredFactor, { body: { preferred } }),
  onSuccess: (factors, _sent, _context, { client }) => keep(client, factors),
});

export const recoveryCodesMutation = mutationOptions({
  mutationFn: () => bank.call(makeRecoveryCodes, {}),
  onSuccess: ({ factors }, _sent, _context, { client }) => keep(client, factors),
});
