/** The call that exchanges. Its idempotency key is derived from the quote, so that the same price is never used twice. */
import { executeExchange, type Quote } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { outcomeOf } from '@calmly/portal-kit/session/outcome.ts';
import { mutationOptions } from '@tanstack/react-query';
import { sentQuote } from './exchange-draft.ts';

/** `isUnsettled`: the quote was sent before, and the outcome is not known. */
export const exchangeMutation = (isUnsettled: boolean) =>
  mutationOptions({
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
      if (outcomeOf(error, isUnsettled) !== 'unknown') sentQuote.forget();
    },
  });
