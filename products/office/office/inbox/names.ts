/** The names of queues and decisions. */
import { useTranslations } from '@calmly/texts/index.tsx';

/** A queue without a word of ours is shown by its own name. */
export function useQueueName(): (queue: string) => string {
  const t = useTranslations('office.queues');
  return (queue) => {
    const key = queue as Parameters<typeof t>[0];
    return t.has(key) ? t(key) : queue;
  };
}

export const outcomeNames = { approve: 'approved', reject: 'rejected', hold: 'held' } as const;
export const outcomeColours = { approve: 'green', reject: 'red', hold: 'blue' } as const;
