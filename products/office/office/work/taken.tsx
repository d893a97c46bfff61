/** The items that the person has taken. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { nameOfItem } from '../inbox/item-name.ts';
import { useQueueName } from '../inbox/names.ts';
import { ownItemsQuery } from '../inbox/queries.ts';
import { List, ListRow, ListShape } from '../shared/list.tsx';
import { useAgeText } from '../shared/moment.ts';
import classes from './work.module.css';

export function Taken() {
  const t = useTranslations('office.work');
  const queueName = useQueueName();
  const age = useAgeText();
  const navigate = useNavigate();
  const query = useQuery(ownItemsQuery());
  const items = query.data?.items;
  return (
    <Card title={t('mineTitle')} flush>
      {query.error && !items ? (
        <ErrorState
          compact
          title={t('mineFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : !items ? (
        <ListShape />
      ) : items.length === 0 ? (
        <Text tone="soft" className={classes.none}>
          {t('mineNone')}
        </Text>
      ) : (
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
      )}
    </Card>
  );
}
