/**
 * The live market of one instrument: the socket's messages are collected and rendered once per frame, however many arrive. The endpoints are called
 * when the
 * socket opens and when trades are missing; without a socket, every few seconds. Hidden pages are not fed.
 */
import { type FeedMessage, getBook, listTrades, zFeedMessage } from '@calmly/contract';
import type { InstrumentCode } from '@calmly/domain';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { keepSocket, type LiveSocket } from '@calmly/portal-kit/session/live/socket.ts';
import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { useSyncExternalStore } from 'react';
import { createFrames } from './frames.ts';
import { applyMessage, applyReading, emptyMarket, type MarketState } from './market-state.ts';

const pollMs = 5000;
const calmMs = 250;

export interface MarketFeed {
  readonly instrument: InstrumentCode;
  /** Feeds until the returned function is called. */
  readonly open: () => () => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly market: () => MarketState;
  /** The same, updated a few times a second: for figures that people read. */
  readonly calm: () => MarketState;
  readonly status: () => FeedStatus;
}

/**
 * `unreached`: the socket never opened. `lost`: it was open. In both cases figures are polled instead of live. `failed`: there are no figures, and
 * this is the error.
 */
type FeedStatus =
  | { readonly kind: 'starting' | 'live' | 'lost' | 'unreached' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Sends no request before `open`. The last known market stays after it is closed. */
export function createFeed(instrument: InstrumentCode): MarketFeed {
  let market = emptyMarket;
  let calm = emptyMarket;
  let calming: ReturnType<typeof setTimeout> | undefined;
  let status: FeedStatus = { kind: 'starting' };
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
    if (calm === market) return;
    if (calm === emptyMarket) settle();
    else calming ??= setTimeout(settle, calmMs);
  };
  const settle = () => {
    calming = undefined;
    calm = market;
    tell();
  };
  const frames = createFrames<FeedMessage>((messages) => {
    let isGap = false;
    for (const message of messages) {
      const applied = applyMessage(market, message);
      market = applied.state;
      isGap ||= applied.isGap;
    }
    if (status.kind === 'failed' && market.book) status = { kind: 'live' };
    tell();
    if (isGap) void readAgain();
  });

  let socket: LiveSocket | undefined;
  let reading = false;
  const readAgain = async () => {
    if (reading) return;
    reading = true;
    try {
      const [book, { trades }] = await Promise.all([
        bank.call(getBook, { params: { instrument } }, { background: true }),
        bank.call(listTrades, { params: { instrument } }, { background: true }),
      ]);
      market = applyReading(market, { book, trades });
      if (status.kind === 'failed') status = { kind: socket?.isOpen() ? 'live' : 'lost' };
    } catch (error) {
      if (!market.book) status = { kind: 'failed', error };
    } finally {
      reading = false;
      tell();
    }
    // Loads the candles of the missed time.
    void queryClient.invalidateQueries({ queryKey: ['market', 'history', instrument] });
  };

  const open = () => {
    const opened = keepSocket({
      path: '/api/crypto/feed',
      pausesHidden: true,
      onOpen: (send) => {
        send({ instrument });
        status = { kind: 'live' };
        tell();
        void readAgain();
      },
      onMessage: (message) => {
        const read = zFeedMessage.safeParse(message);
        if (read.success && read.data.instrument === instrument) frames.add(read.data);
      },
      onLost: () => {
        if (status.kind === 'live') status = { kind: 'lost' };
        else if (status.kind === 'starting') status = { kind: 'unreached' };
        tell();
      },
    });
    socket = opened;
    void readAgain();
    const poll = setInterval(() => {
      if (!opened.isOpen() && document.visibilityState === 'visible') void readAgain();
    }, pollMs);
    return () => {
      clearInterval(poll);
      frames.stop();
      clearTimeout(calming);
      calming = undefined;
      opened.close();
    };
  };

  return {
    instrument,
    open,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    market: () => market,
    calm: () => calm,
    status: () => status,
  };
}

/** One part of the market; the component rerenders only when that part changes. */
export function useMarket<Part extends keyof MarketState>(feed: MarketFeed, part: Part): MarketState[Part] {
  return useSyncExternalStore(feed.subscribe, () => feed.market()[part]);
}

/** The same for figures that need not follow every frame. */
export function useCalmMarket<Part extends keyof MarketState>(
  feed: MarketFeed,
  part: Part,
): MarketState[Part] {
  return useSyncExternalStore(feed.subscribe, () => feed.calm()[part]);
}

export function useFeedStatus(feed: MarketFeed): FeedStatus {
  return useSyncExternalStore(feed.subscribe, feed.status);
}
