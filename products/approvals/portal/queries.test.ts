import { type Approval, listApprovals } from '@calmly/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => void vi.stubGlobal('window', { addEventListener: vi.fn() }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each(['client', 'payouts', 'crypto', 'payments', 'cards'])(
  'after a decision, the displayed %s is reloaded',
  async (topic) => {
    const { decideMutation } = await import('./queries.ts');
    const client = new QueryClient();
    const queryKey = [topic, 'list'];
    client.setQueryData(queryKey, []);
    const body = { decisions: [], verdict: 'APPROVE' } as never;
    await decideMutation.onSettled?.([], null, body, undefined, { client, meta: undefined });
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  },
);

test('open requests are newest first, blocked ones among the others', async () => {
  const [{ bank }, { openRequestsQuery }] = await Promise.all([
    import('@calmly/portal-kit/session/bank.ts'),
    import('./queries.ts'),
  ]);
  const at = (day: number) => ({ id: `${day}`, requestedAt: `2026-03-0${day}T12:00:00Z` }) as Approval;
  const answer = async (endpoint: unknown, input: unknown) => {
    if (endpoint !== listApprovals) throw new Error('another call');
    const { state } = (input as { query: { state: string } }).query;
    return { Items: state === 'WAITING' ? [at(4), at(1)] : [at(3), at(2)] };
  };
  vi.spyOn(bank, 'call').mockImplementation(answer as typeof bank.call);
  const found = await new QueryClient().fetchQuery(openRequestsQuery('card'));
  expect(found.map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
});
