/**
 * Waiting for a response that the page needs to continue: after some seconds the page says that it takes long, and offers to retry. The
 * first call keeps running: its response is still accepted.
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** The page stays silent for this long. */
const patienceMs = 5000;

export interface Patience {
  /** It takes longer than it should. */
  readonly isOver: boolean;
  /** Aborts the pending call, if any, and asks again. */
  askAgain(): void;
}

/** `waiting`: the call is pending, and no response has arrived. */
export function usePatience(waiting: boolean, queryKey: QueryKey): Patience {
  const queries = useQueryClient();
  const [asked, setAsked] = useState(0);
  const [overFor, setOverFor] = useState<number>();
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setOverFor(asked), patienceMs);
    return () => {
      clearTimeout(timer);
      setOverFor(undefined);
    };
  }, [waiting, asked]);
  return {
    isOver: waiting && overFor === asked,
    askAgain: () => {
      setAsked(asked + 1);
      void queries
        .cancelQueries({ queryKey, exact: true })
        .then(() => queries.refetchQueries({ queryKey, exact: true }));
    },
  };
}
