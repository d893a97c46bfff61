/** All calls and cache keys of own alerts. */
import {
  type DigestInput,
  getDigest,
  getQuietHours,
  listThresholds,
  type QuietHours,
  removeThreshold,
  saveDigest,
  saveQuietHours,
  saveThreshold,
  type ThresholdInput,
} from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { mutationOptions, queryOptions } from '@tanstack/react-query';

export const thresholdsQuery = queryOptions({
  queryKey: ['alerts', 'thresholds'],
  queryFn: ({ signal }) => bank.call(listThresholds, {}, { signal }),
});

export const saveThresholdMutation = mutationOptions({
  mutationFn: (body: ThresholdInput) => bank.call(saveThreshold, { body }),
  onSuccess: (_saved, _sent, _context, { client }) =>
    client.invalidateQueries({ queryKey: thresholdsQuery.queryKey }),
});

export const removeThresholdMutation = mutationOptions({
  mutationFn: (id: string) => bank.call(removeThreshold, { params: { id } }),
  onSettled: (_nothing, _error, _id, _context, { client }) =>
    client.invalidateQueries({ queryKey: thresholdsQuery.queryKey }),
});

export const quietHoursQuery = queryOptions({
  queryKey: ['alerts', 'quiet-hours'],
  queryFn: ({ signal }) => bank.call(getQuietHours, {}, { signal }),
});

export const saveQuietHoursMutation = mutationOptions({
  // One after the other, so that the last one counts.
  scope: { id: 'quiet-hours' },
  mutationFn: (body: QuietHours) => bank.call(saveQuietHours, { body }),
  onSuccess: (saved, _sent, _context, { client }) => client.setQueryData(quietHoursQuery.queryKey, saved),
});

export const digestQuery = queryOptions({
  queryKey: ['alerts', 'digest'],
  queryFn: ({ signal }) => bank.call(getDigest, {}, { signal }),
});

export const saveDigestMutation = mutationOptions({
  scope: { id: 'digest' },
  mutationFn: (body: DigestInput) => bank.call(saveDigest, { body }),
  onSuccess: (saved, _sent, _context, { client }) => client.setQueryData(digestQuery.queryKey, saved),
});
