/**
 * What needs the client's attention: invitations, approvals over all companies, their own requests awaiting others, and payments under review. If
 * there is nothing, it says so in one sentence.
 */
import { heldStatuses } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { countText, mostCounted } from '@calmly/ui/facts/count-text.ts';
import { Circle } from '@calmly/ui/layout/circle.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import {
  IconAlertTriangle,
  IconChecks,
  IconChevronRight,
  IconCircleCheck,
  IconHourglassEmpty,
  IconUserPlus,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { inboxCountQuery } from '../../../approvals/portal/index.ts';
import { ownInvitationsQuery } from '../../../clients/portal/profiles/index.ts';
import classes from './dashboard.module.css';
import { forecastQuery, inReviewQuery } from './queries.ts';

export function WaitsForYou() {
  const t = useTranslations('dashboard');
  const approvals = useTranslations('approvals.dashboard');
  const format = useFormatter();
  const review = useQuery(inReviewQuery);
  const inbox = useQuery(inboxCountQuery);
  const forecast = useQuery(forecastQuery('EUR'));
  const shortages = forecast.data?.shortages ?? [];
  const invitations = useQuery(ownInvitationsQuery).data ?? [];
  const isLoaded = review.data !== undefined && inbox.data !== undefined && !forecast.isPending;
  const inReview = review.data?.length ?? 0;
  const { waiting = 0, requested = 0 } = inbox.data ?? {};
  const count = inReview + waiting + requested + invitations.length + shortages.length;
  const retry = () => {
    void review.refetch();
    void inbox.refetch();
  };
  return (
    <Card
      flush
      title={t('waitsForYou')}
      aside={count > 0 && <span className={classes.count}>{countText(count)}</span>}
    >
      {!isLoaded ? (
        review.isError || inbox.isError ? (
          <ErrorState compact error={review.error ?? inbox.error} onRetry={retry} />
        ) : (
          <div className={classes.rowSkeleton} aria-busy="true" />
        )
      ) : (
        <ul className={classes.rows}>
          {shortages.map(({ currency, amount, on }) => (
            <li key={currency}>
              <Link to="/dashboard" hash="forecast" className={classes.task}>
                <Task
                  icon={<IconAlertTriangle aria-hidden="true" size={20} stroke={1.6} />}
                  name={t('short', {
                    amount: amountText(amount, currency),
                    date: format.dateTime(new Date(on), { day: 'numeric', month: 'long', timeZone: 'UTC' }),
                  })}
                  note={t('shortText')}
                />
                <IconChevronRight aria-hidden="true" size={16} />
              </Link>
            </li>
          ))}
          {invitations.map(({ id, companyName, invitedBy }) => (
            <li key={id}>
              <Link to="/invitation" search={{ id }} className={classes.task}>
                <Task
                  icon={<IconUserPlus aria-hidden="true" size={20} stroke={1.6} />}
                  name={t('invited', { company: companyName })}
                  note={t('invitedBy', { name: invitedBy })}
                />
                <IconChevronRight aria-hidden="true" size={16} />
              </Link>
            </li>
          ))}
          {waiting > 0 && (
            <li>
              <Link to="/inbox" search={{}} className={classes.task}>
                <Task
                  icon={<IconChecks aria-hidden="true" size={20} stroke={1.6} />}
                  name={waiting > mostCounted ? approvals('many') : approvals('waiting', { count: waiting })}
                  note={approvals('waitingText')}
                />
                <IconChevronRight aria-hidden="true" size={16} />
              </Link>
            </li>
          )}
          {requested > 0 && (
            <li>
              <Link to="/inbox" search={{ view: 'REQUESTED' }} className={classes.task}>
                <Task
                  icon={<IconUserQuestion aria-hidden="true" size={20} stroke={1.6} />}
                  name={approvals('requested', { count: requested })}
                  note={approvals('requestedText')}
                />
                <IconChevronRight aria-hidden="true" size={16} />
              </Link>
            </li>
          )}
          {inReview > 0 && (
            <li>
              <Link to="/payments" search={{ status: heldStatuses }} className={classes.task}>
                <Task
                  icon={<IconHourglassEmpty aria-hidden="true" size={20} stroke={1.6} />}
                  name={t('inReview', { count: inReview })}
                  note={t('inReviewText', { count: inReview })}
                />
                <IconChevronRight aria-hidden="true" size={16} />
              </Link>
            </li>
          )}
          {count === 0 && (
            <li className={classes.task}>
              <Task
                icon={<IconCircleCheck aria-hidden="true" size={20} stroke={1.6} />}
                name={t('nothingWaits')}
                note={t('nothingWaitsText')}
              />
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

function Task({ icon, name, note }: { icon: ReactNode; name: string; note: string }) {
  return (
    <>
      <Circle>{icon}</Circle>
      <span>
        <Text as="span" weight="label" block>
          {name}
        </Text>
        <Text as="span" size={13} tone="soft" block className={classes.rowNote}>
          {note}
        </Text>
      </span>
    </>
  );
}
