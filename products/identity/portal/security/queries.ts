/** All calls and cache keys of the security tab, except second factors. */
import {
  changePassword,
  endOtherSessions,
  endSession,
  forgetDevice,
  freezeAccess,
  listDevices,
  listSessions,
  listSignIns,
  renameDevice,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { expectEnd, sessionEnded } from '@calmly/portal-kit/session/session.ts';
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query';

const firstPage = '';
const pageSize = 20;

const pageOf = (cursor: string) => ({ limit: pageSize, ...(cursor && { cursor }) });

export const sessionsQuery = infiniteQueryOptions({
  queryKey: ['security', 'sessions'],
  queryFn: ({ pageParam, signal }) => bank.call(listSessions, { query: pageOf(pageParam) }, { signal }),
  initialPageParam: firstPage,
  getNextPageParam: (page) => page.NextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.Items),
});

export const devicesQuery = infiniteQueryOptions({
  queryKey: ['security', 'devices'],
  queryFn: ({ pageParam, signal }) => bank.call(listDevices, { query: pageOf(pageParam) }, { signal }),
  initialPageParam: firstPage,
  getNextPageParam: (page) => page.NextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.Items),
});

export const signInsQuery = infiniteQueryOptions({
  queryKey: ['security', 'sign-ins'],
  queryFn: ({ pageParam, signal }) => bank.call(listSignIns, { query: pageOf(pageParam) }, { signal }),
  initialPageParam: firstPage,
  getNextPageParam: (page) => page.NextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap((page) => page.Items),
});

export const endSessionMutation = mutationOptions({
  mutationFn: ({ id, forget }: { id: string; forget: boolean }) =>
    bank.call(endSession, { params: { id }, query: forget ? { forget: 'browser' } : {} }),
  onSettled: (_nothing, _error, _sent, _context, { client }) =>
    client.invalidateQueries({ queryKey: ['security'] }),
});

export const endOthersMutation = mutationOptions({
  mutationFn: () => bank.call(endOtherSessions, {}),
  onSuccess: (_nothing, _sent, _context, { client }) =>
    client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
});

export const renameDeviceMutation = (id: string) =>
  mutationOptions({
    mutationFn: ({ name }: { name: string }) => bank.call(renameDevice, { params: { id }, body: { name } }),
    onSuccess: (_device, _name, _context, { client }) =>
      client.invalidateQueries({ queryKey: devicesQuery.queryKey }),
  });

export const forgetDeviceMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => bank.call(forgetDevice, { params: { id } }),
    onSettled: (_nothing, _error, _sent, _context, { client }) =>
      client.invalidateQueries({ queryKey: ['security'] }),
  });

export const changePasswordMutation = mutationOptions({
  mutationFn: (body: { oldPassword: string; newPassword: string }) => bank.call(changePassword, { body }),
  onSuccess: (_nothing, _sent, _context, { client }) =>
    client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
});

export const freezeMutation = mutationOptions({
  mutationFn: () => bank.call(freezeAccess, {}),
  // The websocket may report the end before the answer arrives.
  onMutate: () => expectEnd('frozen'),
  onError: () => expectEnd(undefined),
  onSuccess: sessionEnded,
});
