import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keepAnswer } from './query-client.ts';

const query = { queryKey: ['client', 'onboarding'] };

test('a read that began before a change and answers after it does not bring the old state back', async () => {
  const client = new QueryClient();
  const late = Promise.withResolvers<string>();
  const read = client.fetchQuery({ ...query, queryFn: () => late.promise }).catch(() => 'dropped');
  await keepAnswer(client, query, 'after');
  late.resolve('before');
  await read;
  expect(client.getQueryData(query.queryKey)).toBe('after');
});

test('the next read counts again', async () => {
  const client = new QueryClient();
  await keepAnswer(client, query, 'after');
  await client.fetchQuery({ ...query, queryFn: () => Promise.resolve('later still') });
  expect(client.getQueryData(query.queryKey)).toBe('later still');
});
