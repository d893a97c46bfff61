import { getBook, liveTicket } from '@calmly/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let sockets: FakeSocket[] = [];
let isOffline = false;

class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readyState = 0;
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: ((event: { code: number }) => void) | undefined;
  constructor() {
    sockets.push(this);
  }
  send() {}
  close() {}
  opens() {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  sockets = [];
  isOffline = false;
  vi.useFakeTimers();
  const target = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal('window', target);
  vi.stubGlobal('document', { ...target, visibilityState: 'visible' });
  vi.stubGlobal('location', { origin: 'https://calmly.example' });
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The feed of BTC in EUR, with a server that answers unless it is offline. */
async function feedOf() {
  const [{ bank }, { createFeed }] = await Promise.all([
    import('@calmly/portal-kit/session/bank.ts'),
    import('./feed.ts'),
  ]);
  let seq = 0;
  const answer = async (endpoint: unknown) => {
    if (endpoint === liveTicket) return { ticket: 'abc' };
    if (isOffline) throw new Error('offline');
    return endpoint === getBook ? { instrument: 'BTCEPI', seq: ++seq, buckets: [] } : { trades: [] };
  };
  vi.spyOn(bank, 'call').mockImplementation(answer as typeof bank.call);
  return createFeed('BTCEPI');
}

const tradeMessage = (number: number) => ({
  topic: 'trades',
  instrument: 'BTCEPI',
  seq: number,
  trades: [
    { TradeNumber: number, price: '1', quantity: '1', operation: 'BUY', time: '2026-03-02T12:00:00Z' },
  ],
});

test('a feed that is closed with calm figures pending continues with them when reopened', async () => {
  const feed = await feedOf();
  const close = feed.open();
  await vi.advanceTimersByTimeAsync(5000);
  expect(feed.calm()).not.toBe(feed.market());
  close();
  const closeAgain = feed.open();
  await vi.advanceTimersByTimeAsync(1000);
  expect(feed.calm()).toBe(feed.market());
  closeAgain();
});

test('figures that arrive after a failure are live if the socket is open', async () => {
  isOffline = true;
  const feed = await feedOf();
  const close = feed.open();
  await vi.advanceTimersByTimeAsync(100);
  sockets[0]?.opens();
  await vi.advanceTimersByTimeAsync(100);
  expect(feed.status().kind).toBe('failed');
  isOffline = false;
  for (const number of [5, 7]) {
    sockets[0]?.says(tradeMessage(number));
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(feed.market().book).toBeDefined();
  expect(feed.status().kind).toBe('live');
  close();
});

test('distinguishes a socket that never opens from one that was lost', async () => {
  const feed = await feedOf();
  const close = feed.open();
  await vi.advanceTimersByTimeAsync(100);
  sockets[0]?.onclose?.({ code: 1006 });
  expect(feed.status().kind).toBe('unreached');
  await vi.advanceTimersByTimeAsync(2000);
  sockets[1]?.opens();
  expect(feed.status().kind).toBe('live');
  sockets[1]?.onclose?.({ code: 1006 });
  expect(feed.status().kind).toBe('lost');
  close();
});
