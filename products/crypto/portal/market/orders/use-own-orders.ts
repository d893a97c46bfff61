/**
 * Keeps the client's orders fresh: the socket says which have changed, and they are read again, at most once a second. Its messages are counted; one
 * that is missing needs no more than any other does, because every reading is of the whole list.
 */
import { zOrdersMessage } from '@calmly/contract';
import { gatherHints } from '@calmly/portal-kit/session/live/hints.ts';
import { keepSocket } from '@calmly/portal-kit/session/live/socket.ts';
import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { useEffect, useState } from 'react';
import { readOrdersAgain } from '../queries.ts';

const pollMs = 10_000;

/** While the component is shown. Without a socket the orders are read every ten seconds. `isUnreached`: it has never been open. */
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
