/** The oldest items of every queue, queue by queue. One that fails says so; it does not look empty. */
import type { InboxQueue } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Failed } from '../shared/failed.tsx';
import { List, ListHead, ListShape } from '../shared/list.tsx';
import classes from './inbox.module.css';
import { type ListProps, nameOfItem } from './item-name.ts';
import { ItemRow } from './item-row.tsx';
import { useQueueName } from './names.ts';
import { itemsQuery } from './queries.ts';

export function AllQueues({ queues, ...list }: ListProps & { queues: readonly InboxQueue[] }) {
  const t = useTranslations('office.inbox');
  // Those of the first reading: a queue that becomes empty later stays where it is.
  const [shown] = useState(() => queues.filter(({ state, count }) => state === 'failed' || count !== 0));
  if (shown.length === 0)
    return <EmptyState drawing={<Drawing name="list" />} title={t('emptyAll')} text={t('emptyAllText')} />;
  return shown.map(({ queue }) => <QueueSection key={queue} queue={queue} {...list} />);
}

/** Of each queue at most this many. */
const most = 10;

function QueueSection({ queue, outcomes, open, onOpen }: ListProps & { queue: string }) {
  const t = useTranslations('office.inbox');
  const queueName = useQueueName();
  const query = useInfiniteQuery(itemsQuery(queue));
  const items = query.data?.pages[0]?.items;
  return (
    <section className={classes.section} aria-label={queueName(queue)}>
      <ListHead
        action={
          <Link className="link" to={`/inbox/${queue}`}>
            {t('wholeQueue')}
          </Link>
        }
      >
        <h2 className={classes.queueName}>{queueName(queue)}</h2>
      </ListHead>
      {query.error && !items ? (
        <Failed compact error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : !items ? (
        <ListShape />
      ) : (
        <List label={queueName(queue)}>
          {items.slice(0, most).map((item) => {
            const name = nameOfItem(item);
            return (
              <ItemRow
                key={name}
                item={item}
                isOpen={name === open}
                outcome={outcomes[name]}
                onOpen={() => onOpen(name)}
              />
            );
          })}
        </List>
      )}
    </section>
  );
}
