/**
 * The calls of the exchange. A price is asked for anew shortly before it expires, as long as the page is in sight; the exchange goes
 * under a key made of its quote, so that the same price is never used twice.
 */
import { ApiProblem, createQuote, executeExchange, type Quote, type QuoteInput } from '@calmly/contract';
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';

/** So that what is on screen can still be confirmed. */
const renewBeforeSeconds = 4;

export const quoteQuery = (wish: QuoteInput | undefined) =>
  queryOptions({
    queryKey: ['exchange', 'quote', wish],
    queryFn: ({ signal }) =>
      bank.call(
        createQuote,
        { body: wish ?? { fromAccount: '', toAccount: '', amount: '', side: 'SELL' } },
        { signal },
      ),
    enabled: wish !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 0,
    refetchInterval: ({ state: { data, status } }) =>
      data && status === 'success' && Math.max(1, data.expiresInSeconds - renewBeforeSeconds) * 1000,
  });

export const exchangeMutation = mutationOptions({
  mutationKey: ['exchange', 'execute'],
  mutationFn: (quote: Quote) =>
    bank.call(executeExchange, { body: { quoteId: quote.id } }, { idempotencyKey: `exchange-${quote.id}` }),
  onSuccess: (_done, _quote, _context, { client }) =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['accounts'] }),
      client.invalidateQueries({ queryKey: ['payments'] }),
    ]),
});

/** Whether the exchange may have been done although no answer came. */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.code === 'outcome_unknown' || error.status === 500;
