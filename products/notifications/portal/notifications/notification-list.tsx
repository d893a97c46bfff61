/** Notifications, newest first. A click marks one as read and opens its subject. */
import type { Notification } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { RowsShape } from '@calmly/ui/lists/rows.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconSettings } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { NotificationEntry } from './notification-entry.tsx';
import classes from './notifications.module.css';
import { notificationsQuery, readAllMutation, readMutation, type Shown, unreadQuery } from './queries.ts';

export function NotificationList({ onDone }: { onDone: () => void }) {
  const t = useTranslations('notifications');
  const [shown, setShown] = useState<Shown>('all');
  const list = useInfiniteQuery(notificationsQuery(shown));
  const { data: unread = 0 } = useQuery(unreadQuery);
  const read = useMutation(readMutation);
  const readAll = useMutation(readAllMutation);
  const newest = list.data?.[0];
  const panel = useRef<HTMLElement>(null);
  const open = ({ id, read: wasRead }: Notification) => {
    if (!wasRead) read.mutate(id);
    onDone();
  };
  const markAll = (upTo: string) => {
    readAll.mutate(upTo);
    // The button disappears, so the keyboard focus is moved to the list.
    panel.current?.focus();
  };
  return (
    <Stack
      as="section"
      ref={panel}
      tabIndex={-1}
      className={classes.panel}
      aria-labelledby="notifications-title"
    >
      <Inline gap={4} align="center" className={classes.head}>
        <h2 id="notifications-title">{t('title')}</h2>
        {unread > 0 && newest && (
          <Button size="s" variant="quiet" busy={readAll.isPending} onClick={() => markAll(newest.id)}>
            {t('readAll')}
          </Button>
        )}
        <ButtonLink
          to="/account-profile"
          search={{ tab: 'notifications' }}
          size="s"
          variant="quiet"
          icon={<IconSettings aria-hidden="true" />}
          aria-label={t('settings')}
          onClick={onDone}
        />
      </Inline>
      <div className={classes.filter}>
        <Segments
          block
          size="s"
          label={t('show')}
          value={shown}
          options={[
            { value: 'all', label: t('all') },
            { value: 'unread', label: t('onlyUnread') },
          ]}
          onChange={setShown}
        />
      </div>
      {list.isPending && <RowsShape label={t('title')} />}
      {list.isError && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 &&
        (shown === 'unread' ? (
          <EmptyState drawing={<Drawing name="list" />} title={t('allReadTitle')} text={t('allReadText')} />
        ) : (
          <EmptyState drawing={<Drawing name="list" />} title={t('emptyTitle')} text={t('emptyText')} />
        ))}
      {list.data && list.data.length > 0 && (
        <ul className={classes.list}>
          {list.data.map((notification) => (
            <li key={notification.id}>
              <NotificationEntry notification={notification} onOpen={open} />
            </li>
          ))}
          {list.hasNextPage && (
            <Inline as="li" justify="center" className={classes.more}>
              <Button
                size="s"
                variant="quiet"
                busy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('more')}
              </Button>
            </Inline>
          )}
        </ul>
      )}
    </Stack>
  );
}
