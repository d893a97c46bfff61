/**
 * Push from the bank: a websocket whose messages are hints ("these payments changed"). A hint refetches the queries of its topic, at
 * most once a second (hints.ts); for single items only those it names. `client` also rereads the session. Hints may be lost, so every
 * (re)connection refetches everything, and without a socket the portal polls.
 */
import { liveTopics, zLiveEvent } from '@calmly/contract';
import { useEffect } from 'react';
import { queryClient } from '../query-client.ts';
import { rereadClient, sessionEnded, sessionMoved } from '../session.ts';
import { type Changed, gatherHints } from './hints.ts';
import { keepSocket } from './socket.ts';

const pollMs = 15_000;

/** Keeps the queries fresh while the calling component is on screen. */
export function useLiveQueries(): void {
  useEffect(() => {
    const disconnect = connectLive();
    return () => {
      disconnect();
      // The next client must see nothing of this one.
      queryClient.clear();
    };
  }, []);
}

/** Until the returned function is called. */
function connectLive(): () => void {
  const hints = gatherHints(readAgain);
  const refresh = (topic: string, changed: Changed = 'all') => hints.add(topic, changed);
  const refreshAll = () => {
    for (const topic of liveTopics) refresh(topic);
  };
  const socket = keepSocket({
    path: '/api/live',
    onOpen: refreshAll,
    onMessage: (message) => onHint(message, refresh),
  });
  /** The person returns to the page, perhaps from the device where they have just continued. */
  const onReturn = () => {
    if (document.visibilityState === 'visible') refresh('client');
  };
  document.addEventListener('visibilitychange', onReturn);
  const poll = setInterval(() => {
    if (!socket.isOpen() && document.visibilityState === 'visible') refreshAll();
  }, pollMs);
  return () => {
    hints.stop();
    document.removeEventListener('visibilitychange', onReturn);
    clearInterval(poll);
    socket.close();
  };
}

/** Settles when the visible queries have their answers. */
async function readAgain(topic: string, changed: Changed): Promise<void> {
  // Without a response the next hint, poll or return to the page reads again; an ended session has been handled.
  if (topic === 'client') rereadClient().catch(() => undefined);
  await queryClient.invalidateQueries({
    queryKey: [topic],
    // `[topic, 'one', id]` is a single item; every other query of the topic may contain the changed one.
    predicate: ({ queryKey: [, kind, id] }) => kind !== 'one' || changed === 'all' || changed.has(String(id)),
  });
}

function onHint(message: unknown, refresh: (topic: string, changed?: Changed) => void) {
  const hint = zLiveEvent.safeParse(message);
  if (!hint.success) return;
  if (hint.data.topic === 'session') hint.data.switched ? sessionMoved() : sessionEnded();
  else refresh(hint.data.topic, 'ids' in hint.data ? new Set(hint.data.ids) : 'all');
}
