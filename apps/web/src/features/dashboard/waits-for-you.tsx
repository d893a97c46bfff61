/** What waits: for now the payments that the bank is looking at; an empty list says so in one calm sentence. */
import { IconChevronRight, IconCircleCheck, IconHourglassEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from '../../i18n/index.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Card } from '../../ui/surface.tsx';
import classes from './dashboard.module.css';
import { inReviewQuery, reviewStatuses } from './queries.ts';

export function WaitsForYou() {
  const t = useTranslations('dashboard');
  const waiting = useQuery(inReviewQuery);
  const count = waiting.data?.length;
  return (
    <Card
      flush
      title={t('waitsForYou')}
      aside={count ? <span className={classes.count}>{count}</span> : undefined}
    >
      {count === undefined ? (
        waiting.isError ? (
          <ErrorState error={waiting.error} onRetry={() => void waiting.refetch()} />
        ) : (
          <div className={classes.rowSkeleton} aria-busy="true" />
        )
      ) : count > 0 ? (
        <Link to="/payments" search={{ status: reviewStatuses }} className={classes.task}>
          <span className={classes.rowIcon}>
            <IconHourglassEmpty aria-hidden="true" size={20} stroke={1.6} />
          </span>
          <span>
            <span className={classes.taskName}>{t('inReview', { count })}</span>
            <span className={classes.rowNote}>{t('inReviewText')}</span>
          </span>
          <IconChevronRight aria-hidden="true" size={16} />
        </Link>
      ) : (
        <div className={classes.task}>
          <span className={classes.rowIcon}>
            <IconCircleCheck aria-hidden="true" size={20} stroke={1.6} />
          </span>
          <span>
            <span className={classes.taskName}>{t('nothingWaits')}</span>
            <span className={classes.rowNote}>{t('nothingWaitsText')}</span>
          </span>
        </div>
      )}
    </Card>
  );
}
