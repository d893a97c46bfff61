/** What waits: for now the payments that the bank is looking at; an empty list says so in one calm sentence. */
import { IconCircleCheck, IconHourglassEmpty } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from '../../i18n/index.tsx';
import { Card } from '../../ui/surface.tsx';
import classes from './dashboard.module.css';
import { inReviewQuery, reviewStatuses } from './queries.ts';

export function WaitsForYou() {
  const t = useTranslations('dashboard');
  const waiting = useQuery(inReviewQuery);
  const count = waiting.data?.length ?? 0;
  return (
    <Card flush title={t('waitsForYou')} aside={<span className={classes.count}>{count || null}</span>}>
      {count > 0 ? (
        <Link to="/payments" search={{ status: reviewStatuses }} className={classes.row}>
          <span className={classes.rowIcon}>
            <IconHourglassEmpty aria-hidden="true" size={20} stroke={1.6} />
          </span>
          <span className={classes.rowParty}>
            <span className={classes.rowName}>{t('inReview', { count })}</span>
            <span className={classes.rowNote}>{t('inReviewText')}</span>
          </span>
        </Link>
      ) : (
        <div className={classes.calm}>
          <span className={classes.rowIcon}>
            <IconCircleCheck aria-hidden="true" size={20} stroke={1.6} />
          </span>
          <span className={classes.rowParty}>
            <span className={classes.rowName}>{t('nothingWaits')}</span>
            <span className={classes.rowNote}>{t('nothingWaitsText')}</span>
          </span>
        </div>
      )}
    </Card>
  );
}
