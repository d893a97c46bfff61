/**
 * The price of the typed amount, for an exchange or a payment in another currency: requested once typing pauses, renewed shortly before
 * it expires while the page is visible, with the seconds left and, if a renewal changed it, the previous price.
 */
import { createQuote, type Quote, type QuoteInput } from '@calmly/contract';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bank } from '../../session/bank.ts';
import { usePatience } from '../use-patience.ts';

const typingPauseMs = 300;
/** Early enough that the displayed price can still be confirmed. */
const renewBeforeSeconds = 4;

const quoteQuery = (wanted: QuoteInput | undefined) =>
  queryOptions({
    queryKey: ['exchange', 'quote', wanted],
    queryFn: ({ signal }) =>
      bank.call(createQuote, { body: wanted ?? { fromAccount: '', amount: '', side: 'SELL' } }, { signal }),
    enabled: wanted !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    gcTime: 0,
    refetchInterval: ({ state: { data, status } }) =>
      data && status === 'success' && Math.max(1, data.expiresInSeconds - renewBeforeSeconds) * 1000,
  });

export interface LiveQuote {
  /** The price of exactly the typed amount; undefined while it is unknown. */
  readonly quote: Quote | undefined;
  /** The previous one for the same request, if the figures differ. */
  readonly before: Quote | undefined;
  readonly secondsLeft: number;
  readonly asking: boolean;
  /** No price has arrived for a while. */
  readonly isLate: boolean;
  readonly error: unknown;
  /** Requests the price again. */
  renew(): void;
}

/**
 * Undefined requests nothing. `secondsLeft` is 0 without a quote. Prices are renewed while the component
 * is mounted.
 */
export function useQuote(request: QuoteInput | undefined): LiveQuote {
  const asked = usePaused(request);
  const question = quoteQuery(asked);
  const query = useQuery(question);
  const settled = same(asked, request) && request !== undefined;
  const quote = settled && !query.isPlaceholderData ? query.data : undefined;
  const before = useBefore(quote, asked);
  const secondsLeft = useQuoteSecondsLeft(quote, query.dataUpdatedAt);
  const error = settled ? query.error : undefined;
  // The page is hidden: a price that has expired is requested when the user is back.
  const isAwaited = settled && !error && (!quote || (secondsLeft === 0 && query.isFetching));
  const patience = usePatience(isAwaited, question.queryKey);
  return {
    quote,
    before,
    secondsLeft,
    asking: request !== undefined && (!settled || query.isFetching),
    isLate: patience.isOver,
    error,
    renew: patience.askAgain,
  };
}

const same = (one: QuoteInput | undefined, other: QuoteInput | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** The value after it has stayed unchanged for a moment. */
function usePaused(request: QuoteInput | undefined): QuoteInput | undefined {
  const [paused, setPaused] = useState(request);
  const text = JSON.stringify(request);
  useEffect(() => {
    const timer = setTimeout(
      () => setPaused(text === undefined ? undefined : (JSON.parse(text) as QuoteInput)),
      typingPauseMs,
    );
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** The last quote for the same request with different figures. */
function useBefore(quote: Quote | undefined, request: QuoteInput | undefined): Quote | undefined {
  const [seen, setSeen] = useState<{ request: string; quote: Quote; before: Quote | undefined }>();
  const key = JSON.stringify(request);
  if (quote && seen?.quote.id !== quote.id) {
    const last = seen?.request === key ? seen.quote : undefined;
    const moved = last && (last.buyAmount !== quote.buyAmount || last.sellAmount !== quote.sellAmount);
    setSeen({ request: key, quote, before: moved ? last : undefined });
  }
  return seen?.quote.id === quote?.id ? seen?.before : undefined;
}

function useQuoteSecondsLeft(quote: Quote | undefined, since: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  if (!quote) return 0;
  return Math.max(0, Math.round(quote.expiresInSeconds - (Math.max(now, since) - since) / 1000));
}
