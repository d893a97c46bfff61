/** My work: what waits in the person's queues, what they have taken, and the proposals that need their decision. */
import { useTranslations } from '@calmly/texts/index.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { queuesQuery } from '../inbox/queries.ts';
import { Failed } from '../shared/failed.tsx';
import { ScreenTitle } from '../shared/title.tsx';
import { QueueTable } from './queue-table.tsx';
import { Taken } from './taken.tsx';
import { ToCheck } from './to-check.tsx';
import { totalsOf } from './totals.ts';
import classes from './work.module.css';

export function WorkPage() {
  const t = useTranslations('office.work');
  const query = useQuery(queuesQuery());
  if (query.error && !query.data)
    return (
      <>
        <ScreenTitle title={t('title')} />
        <Failed error={query.error} title={t('queuesFailed')} onRetry={() => void query.refetch()} />
      </>
    );
  const queues = query.data?.queues;
  const totals = queues && totalsOf(queues);
  return (
    <div className={classes.page}>
      <ScreenTitle title={t('title')} />
      <dl className={classes.figures} aria-label={t('summary')}>
        <Figure
          name={t('waiting')}
          value={
            totals &&
            (totals.isAtLeast ? t('atLeast', { count: String(totals.waiting) }) : String(totals.waiting))
          }
        />
        <Figure name={t('mine')} value={totals && String(totals.mine)} />
        <Figure name={t('toCheck')} value={query.data && String(query.data.proposals)} />
      </dl>
      {totals && totals.unread > 0 && <Notice tone="error">{t('unread', { count: totals.unread })}</Notice>}
      <div className={classes.columns}>
        {queues?.length === 0 ? (
          <EmptyState drawing={<Drawing name="list" />} title={t('noQueues')} text={t('noQueuesText')} />
        ) : (
          <QueueTable queues={queues} />
        )}
        <div className={classes.side}>
          <Taken />
          <ToCheck />
        </div>
      </div>
    </div>
  );
}

/** Without a value while it loads. */
function Figure({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div className={classes.figure}>
      <Text as="dt" size={13} tone="soft">
        {name}
      </Text>
      <dd>{value ?? '\u00a0'}</dd>
    </div>
  );
}
