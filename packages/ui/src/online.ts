/** Whether the browser has a network, which doesn't mean that it can reach the bank. */
import { useSyncExternalStore } from 'react';

const now = () => navigator.onLine;

function follow(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

export const useOnline = (): boolean => useSyncExternalStore(follow, now);
