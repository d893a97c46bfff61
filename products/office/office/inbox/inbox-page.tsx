/** The inbox: a queue's items, or those of all queues, with the open one beside them. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Failed } from '../shared/failed.tsx';
import { focusRow, useKeys } from '../shared/keys.ts';
import { ListShape, NothingOpen, Split } from '../shared/list.tsx';
import { ScreenTitle } from '../shared/title.tsx';
import { AllQueues } from './all-queues.tsx';
import { type ListProps, nameOfItem, type Outcomes } from './item-name.ts';
import { ItemPanel } from './item-panel.tsx';
import { useQueueName } from './names.ts';
import { queuesQuery } from './queries.ts';
import { QueueItems } from './queue-items.tsx';

interface InboxPageProps {
  /** All queues without one. */
  queue: string | undefined;
  /** The open item, `payment.0193…`. */
  open: string | undefined;
}

/** Give each queue its own `key`. */
export function InboxPage({ queue, open }: InboxPageProps) {
  const t = useTranslations('office.inbox');
  const queueName = useQueueName();
  const navigate = useNavigate();
  const counts = useQuery(queuesQuery());
  const [outcomes, setOutcomes] = useState<Outcomes>({});
  useKeys({ j: () => focusRow(1), k: () => focusRow(-1) });
  const [openQueue = '', openId = ''] = open?.split('.') ?? [];
  const list: ListProps = {
    outcomes,
    open,
    onOpen: (item) => void navigate({ to: '.', search: { item }, resetScroll: false }),
  };
  const known = counts.data?.queues;
  const one = known?.find((each) => each.queue === queue);
  return (
    <>
      <ScreenTitle title={queue === undefined ? t('all') : queueName(queue)} />
      <Split
        list={
          counts.error && !known ? (
            <Failed error={counts.error} title={t('queuesFailed')} onRetry={() => void counts.refetch()} />
          ) : !known ? (
            <ListShape />
          ) : queue === undefined ? (
            <AllQueues {...list} queues={known} />
          ) : one ? (
            <QueueItems {...list} queue={one} onReadAgain={() => setOutcomes({})} />
          ) : (
            <EmptyState icon={<IconInbox aria-hidden="true" />} title={t('notFound')} />
          )
        }
      >
        {openQueue && openId ? (
          <ItemPanel
            key={open}
            queue={openQueue}
            id={openId}
            outcome={open === undefined ? undefined : outcomes[open]}
            onDecided={(decision) =>
              setOutcomes((before) => ({
                ...before,
                [nameOfItem({ queue: openQueue, id: openId })]: decision,
              }))
            }
          />
        ) : (
          <NothingOpen title={t('choose')} text={t('chooseText')} />
        )}
      </Split>
    </>
  );
}
