/** The items of one queue, oldest first, page by page. */
import type { InboxQueue } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { MoreRows } from '@calmly/ui/lists/rows.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconRefresh } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failed } from '../shared/failed.tsx';
import { List, ListHead, ListShape } from '../shared/list.tsx';
import { cappedText } from '../work/totals.ts';
import { isOutdated } from './changes.ts';
import classes from './inbox.module.css';
import { type ListProps, nameOfItem } from './item-name.ts';
import { ItemRow } from './item-row.tsx';
import { useQueueName } from './names.ts';
import { itemsQuery } from './queries.ts';

interface QueueItemsProps extends ListProps {
  queue: InboxQueue;
  onReadAgain: () => void;
}

export function QueueItems({ queue, outcomes, open, onOpen, onReadAgain }: QueueItemsProps) {
  const t = useTranslations('office.inbox');
  const ui = useTranslations('ui');
  const queueName = useQueueName();
  const client = useQueryClient();
  const query = useInfiniteQuery(itemsQuery(queue.queue));
  /** The count of the time at which the list was read. */
  const [countThen, setCountThen] = useState(queue.count);
  const readAgain = async () => {
    await client.invalidateQueries({ queryKey: ['inbox', 'queues'] });
    await query.refetch();
    setCountThen(
      client
        .getQueryData<{ queues: InboxQueue[] }>(['inbox', 'queues'])
        ?.queues.find((one) => one.queue === queue.queue)?.count ?? null,
    );
    onReadAgain();
  };
  if (query.error && !query.data)
    return <Failed error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />;
  const items = query.data?.pages.flatMap((page) => page.items);
  const decided = Object.values(outcomes).length;
  return (
    <>
      <ListHead
        action={
          <Button
            size="s"
            variant="quiet"
            icon={<IconRefresh aria-hidden="true" />}
            busy={query.isRefetching && !query.isFetchingNextPage}
            onClick={() => void readAgain()}
          >
            {t('readAgain')}
          </Button>
        }
      >
        {items &&
          (query.hasNextPage && typeof queue.count === 'number'
            ? ui('shownOf', { shown: String(items.length), total: cappedText(queue.count) })
            : t('shown', { count: items.length }))}
      </ListHead>
      {isOutdated(countThen, queue.count, decided) && (
        <div className={classes.notice}>
          <Notice tone="info">{t('changed')}</Notice>
        </div>
      )}
      {!items ? (
        <ListShape />
      ) : items.length === 0 ? (
        <EmptyState drawing={<Drawing name="list" />} title={t('empty')} text={t('emptyText')} />
      ) : (
        <>
          <List label={queueName(queue.queue)}>
            {items.map((item) => {
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
          <MoreRows query={query} />
        </>
      )}
    </>
  );
}
