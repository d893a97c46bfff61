/**
 * Push from the bank: a websocket whose messages are hints ("these payments changed"). A hint refetches the queries of its topic, at
 * most once a second (hints.ts); for single items only those it names. `client` also rereads the session. Hints may be lost, so every
 * (re)connection refetches everything, and without a socket the portal polls. The ticket (used once, 30 seconds) travels as a
 * subprotocol, never in a URL. A ticket whose session has ended on the way opens a socket that is closed at once; only the end of the
 * session is final.
 */
import { liveCloseCodes, liveTicket, zLiveEvent } from '@calmly/contract';
import { useEffect } from 'react';
import { bank } from '../bank.ts';
import { queryClient } from '../query-client.ts';
import { rereadClient, sessionEnded, sessionMoved } from '../session.ts';
import { type Changed, gatherHints } from './hints.ts';

const topics = [
  'client',
  'payments',
  'accounts',
  'cards',
  'beneficiaries',
  'payouts',
  'requests',
  'orders',
  'notifications',
  'connections',
  'approvals',
];
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const pollMs = 15_000;

/** Keeps the queries fresh while what calls it is on screen. */
export function useLiveQueries(): void {
  useEffect(() => {
    const disconnect = connectLive();
    return () => {
      disconnect();
      // Nothing of one client may be seen by the next.
      queryClient.clear();
    };
  }, []);
}

/** Until the returned function is called. */
function connectLive(): () => void {
  let stopped = false;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;
  const hints = gatherHints(readAgain);
  const refresh = (topic: string, changed: Changed = 'all') => hints.add(topic, changed);
  const refreshAll = () => {
    for (const topic of topics) refresh(topic);
  };
  /** The person returns to the page, perhaps from the device where they have just continued. */
  const onReturn = () => {
    if (document.visibilityState === 'visible') refresh('client');
  };
  document.addEventListener('visibilitychange', onReturn);
  const poll = setInterval(() => {
    if (socket?.readyState !== WebSocket.OPEN && document.visibilityState === 'visible') refreshAll();
  }, pollMs);

  const connect = async () => {
    try {
      const { ticket } = await bank.call(liveTicket, {}, { background: true });
      if (stopped) return;
      const address = `${location.origin.replace(/^http/, 'ws')}/api/live`;
      socket = new WebSocket(address, ['calmly', `calmly.${ticket}`]);
      socket.onopen = () => {
        pauseMs = firstPauseMs;
        refreshAll();
      };
      socket.onmessage = ({ data }) => onHint(String(data), refresh);
      socket.onclose = ({ code }) => {
        if (code !== liveCloseCodes.sessionEnded) reconnectLater();
      };
    } catch {
      // No ticket: the bank cannot be reached now. Polling continues meanwhile.
      reconnectLater();
    }
  };
  const reconnectLater = () => {
    if (stopped) return;
    // Half fixed, half random, so that a restarted server is not met by everyone at once.
    retry = setTimeout(() => void connect(), pauseMs / 2 + (Math.random() * pauseMs) / 2);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };

  void connect();
  return () => {
    stopped = true;
    hints.stop();
    document.removeEventListener('visibilitychange', onReturn);
    clearTimeout(retry);
    clearInterval(poll);
    if (socket) closeQuietly(socket);
  };
}

/** Browsers complain about a socket that is closed before it is open. */
function closeQuietly(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

/** Settles when what is on screen has its answers. */
async function readAgain(topic: string, changed: Changed): Promise<void> {
  // Without a response the next hint, poll or return to the page asks again; an ended session has been handled.
  if (topic === 'client') rereadClient().catch(() => undefined);
  await queryClient.invalidateQueries({
    queryKey: [topic],
    // `[topic, 'one', id]` is one thing; everything else of the topic may contain what changed.
    predicate: ({ queryKey: [, kind, id] }) => kind !== 'one' || changed === 'all' || changed.has(String(id)),
  });
}

function onHint(text: string, refresh: (topic: string, changed?: Changed) => void) {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    // Not ours to understand; the next resync brings its content.
    return;
  }
  const hint = zLiveEvent.safeParse(message);
  if (!hint.success) return;
  if (hint.data.topic === 'session') hint.data.switched ? sessionMoved() : sessionEnded();
  else refresh(hint.data.topic, 'ids' in hint.data ? new Set(hint.data.ids) : 'all');
}
