/** The call that exchanges. Its idempotency key is derived from the quote, so that the same price is never used twice. */
import { ApiProblem, executeExchange, type Quote } from '@calmly/contract';
import { mutationOptions } from '@tanstack/react-query';
import { bank } from '../../session/bank.ts';
import { sentQuote } from './exchange-draft.ts';

export const exchangeMutation = mutationOptions({
  mutationKey: ['exchange', 'execute'],
  mutationFn: (quote: Quote) => {
    sentQuote.keep(quote);
    return bank.call(
      executeExchange,
      { body: { quoteId: quote.id } },
      { idempotencyKey: `exchange-${quote.id}` },
    );
  },
  onSuccess: (_done, _quote, _context, { client }) => {
    sentQuote.forget();
    return Promise.all([
      client.invalidateQueries({ queryKey: ['accounts'] }),
      client.invalidateQueries({ queryKey: ['payments'] }),
    ]);
  },
  onError: (error) => {
    if (!mayBeDone(error)) sentQuote.forget();
  },
});

/** Whether the exchange may have been done although no answer came. */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.code === 'outcome_unknown' || error.status === 500;
