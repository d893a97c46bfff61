/**
 * The wait for an answer that the page needs to continue: after some seconds the page says that it takes long, and may have it
 * asked for anew. The first call goes on until then: its answer, once it comes, is as good as any.
 */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** As long as one waits without a word. */
const patienceMs = 5000;

export interface Patience {
  /** It takes longer than it should. */
  readonly isOver: boolean;
  /** Gives up the call that is on its way, if any, and asks once more. */
  askAgain(): void;
}

/** `waiting`: the question stands, and no answer has come. */
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
