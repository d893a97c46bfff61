/** The items that the person has taken. */
import type { InboxQueue } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { nameOfItem } from '../inbox/item-name.ts';
import { useQueueName } from '../inbox/names.ts';
import { takenQuery } from '../inbox/queries.ts';
import { useSession } from '../session/state.ts';
import { List, ListRow, ListShape } from '../shared/list.tsx';
import { useAgeText } from '../shared/moment.ts';
import classes from './work.module.css';

export function Taken({ queues }: { queues: readonly InboxQueue[] | undefined }) {
  const t = useTranslations('office.work');
  const queueName = useQueueName();
  const age = useAgeText();
  const navigate = useNavigate();
  const { person } = useSession();
  const withMine = queues?.filter(({ mine }) => mine > 0) ?? [];
  const queries = useQueries({ queries: withMine.map(({ queue }) => takenQuery(queue)) });
  const items = queries
    .flatMap(({ data }) => data?.items ?? [])
    .filter(({ claimedBy }) => claimedBy?.id === person.id)
    .toSorted((one, other) => (one.since < other.since ? -1 : 1));
  const failed = queries.find(({ error, data }) => error && !data);
  const isLoading = !queues || queries.some(({ isPending }) => isPending);
  const more = withMine.reduce((sum, { mine }) => sum + mine, 0) - items.length;
  return (
    <Card title={t('mineTitle')} flush>
      {failed && (
        <ErrorState
          compact
          title={t('mineFailed')}
          error={failed.error}
          onRetry={() => void Promise.all(queries.map(({ refetch }) => refetch()))}
        />
      )}
      {isLoading && !failed ? (
        <ListShape />
      ) : items.length > 0 ? (
        <div className={classes.rows}>
          <List label={t('mineTitle')}>
            {items.map((item) => (
              <ListRow
                key={nameOfItem(item)}
                title={item.subject}
                note={[queueName(item.queue), item.client?.name].filter(Boolean).join(' · ')}
                end={age(item.since)}
                isOpen={false}
                onOpen={() =>
                  void navigate({ to: `/inbox/${item.queue}`, search: { item: nameOfItem(item) } })
                }
              />
            ))}
          </List>
        </div>
      ) : (
        !failed && (
          <Text tone="soft" className={classes.none}>
            {t('mineNone')}
          </Text>
        )
      )}
      {!isLoading && !failed && more > 0 && (
        <Text size={13} tone="soft" className={classes.none}>
          {t('mineMore', { count: more })}
        </Text>
      )}
    </Card>
  );
}
