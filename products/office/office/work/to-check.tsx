/** The proposals that need the person's decision. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useActName } from '../proposals/names.ts';
import { proposalsQuery } from '../proposals/queries.ts';
import { List, ListRow, ListShape } from '../shared/list.tsx';
import { useMomentText } from '../shared/moment.ts';
import classes from './work.module.css';

export function ToCheck() {
  const t = useTranslations('office.work');
  const actName = useActName();
  const moment = useMomentText();
  const navigate = useNavigate();
  const query = useInfiniteQuery(proposalsQuery('waiting'));
  const items = query.data?.pages.flatMap((page) => page.items).filter(({ mayCheck }) => mayCheck);
  return (
    <Card title={t('checkTitle')} flush>
      {query.error && !items ? (
        <ErrorState
          compact
          title={t('checkFailed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : !items ? (
        <ListShape />
      ) : items.length === 0 ? (
        <Text tone="soft" className={classes.none}>
          {t('checkNone')}
        </Text>
      ) : (
        <div className={classes.rows}>
          <List label={t('checkTitle')}>
            {items.map((item) => (
              <ListRow
                key={item.id}
                title={item.subject}
                note={t('by', { act: actName(item.act), name: item.maker.name })}
                end={t('until', { time: moment(item.until) })}
                isOpen={false}
                onOpen={() => void navigate({ to: '/proposals', search: { item: item.id } })}
              />
            ))}
          </List>
        </div>
      )}
    </Card>
  );
}
