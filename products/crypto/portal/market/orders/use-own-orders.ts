/**
 * Keeps the client's orders current: when the socket reports changes, the list is read again, at most once a second. A missing message
 * needs no special handling, because every reading covers the whole list.
 */
import { zOrdersMessage } from '@calmly/contract';
import { gatherHints } from '@calmly/portal-kit/session/live/hints.ts';
import { keepSocket } from '@calmly/portal-kit/session/live/socket.ts';
import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { useEffect, useState } from 'react';
import { readOrdersAgain } from '../queries.ts';

const pollMs = 10_000;

/** Active while the component is mounted. Without a socket the orders are polled every ten seconds. `isUnreached`: the socket has never been open. */
export function useLiveOrders(): { readonly isUnreached: boolean } {
  const [isUnreached, setUnreached] = useState(false);
  useEffect(() => {
    let wasOpen = false;
    const hints = gatherHints(() => readOrdersAgain(queryClient));
    const refresh = () => hints.add('orders', 'all');
    const socket = keepSocket({
      path: '/api/crypto/orders',
      pausesHidden: true,
      onOpen: () => {
        wasOpen = true;
        setUnreached(false);
        refresh();
      },
      onLost: () => setUnreached(!wasOpen),
      onMessage: (message) => {
        if (zOrdersMessage.safeParse(message).success) refresh();
      },
    });
    const poll = setInterval(() => {
      if (!socket.isOpen() && document.visibilityState === 'visible') refresh();
    }, pollMs);
    return () => {
      hints.stop();
      clearInterval(poll);
      socket.close();
    };
  }, []);
  return { isUnreached };
}
